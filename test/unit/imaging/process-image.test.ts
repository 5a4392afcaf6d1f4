import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import sharp from 'sharp';
import { AppError, type ErrorCode } from '../../../src/core/errors.ts';
import { INPUT_FORMATS, type InputFormat } from '../../../src/core/formats.ts';
import type { ProcessedImage } from '../../../src/imaging/port.ts';
import { processImage } from '../../../src/imaging/process-image.ts';
import { scanBomb } from '../../fixtures/costly/jpeg.ts';
import { exifTags, jpegSegment, makeApng, picture, tiff, withChunks, withSegments, xmpPacket } from './scrub/parts.ts';
import { bmpFile } from './transcode/bmp-file.ts';
import { LOSSLESS } from './transcode/jxl-samples.ts';

// The service lets libvips load accepted formats from files only. The tests also read buffers.
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((loader) => `VipsForeignLoad${loader}Buffer`),
});

type Processed = ProcessedImage & { originalBytes: Buffer; thumbnailBytes: Buffer };

async function processFile(
  t: TestContext,
  format: InputFormat,
  bytes: Buffer,
  options: { maxPixels?: number; keepMetadata?: boolean } = {},
): Promise<Processed> {
  const directory = mkdtempSync(join(tmpdir(), 'imgd-process-'));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const inputPath = join(directory, 'upload');
  writeFileSync(inputPath, bytes);
  const processed = await processImage({
    inputPath,
    outputPath: join(directory, 'output'),
    format,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    sizeBytes: bytes.length,
    maxPixels: options.maxPixels ?? 100_000_000,
    keepMetadata: options.keepMetadata ?? false,
    formats: INPUT_FORMATS,
  });
  const originalBytes = readFileSync(processed.original.path);
  const { file: thumbnail } = processed.thumbnail;
  assert.ok(thumbnail);
  const thumbnailBytes = readFileSync(thumbnail.path);
  for (const [file, read] of [
    [processed.original, originalBytes],
    [thumbnail, thumbnailBytes],
  ] as const) {
    assert.equal(file.sizeBytes, read.length);
    assert.equal(file.sha256, createHash('sha256').update(read).digest('hex'));
  }
  return { ...processed, originalBytes, thumbnailBytes };
}

const refusedWith = (code: ErrorCode) => (error: unknown) => error instanceof AppError && error.code === code;

describe('processing an upload', () => {
  it('stores a clean file unchanged', async (t) => {
    for (const [format, bytes] of [
      ['JPEG', await picture().jpeg().toBuffer()],
      ['PNG', await picture().png().toBuffer()],
      ['WEBP', await picture().webp().toBuffer()],
    ] as const) {
      const processed = await processFile(t, format, bytes);
      assert.ok(processed.originalBytes.equals(bytes), format);
      assert.deepEqual(processed.removed, []);
      assert.equal(`${processed.width}x${processed.height}`, '48x32');
    }
  });

  it('removes and reports metadata, and keeps it on request', async (t) => {
    const bytes = await picture().withExif(exifTags('planted')).jpeg().toBuffer();
    const cleaned = await processFile(t, 'JPEG', bytes);
    assert.ok(!cleaned.originalBytes.includes('planted'));
    assert.ok(cleaned.removed.includes('gps') && cleaned.removed.includes('camera'));
    const kept = await processFile(t, 'JPEG', bytes, { keepMetadata: true });
    assert.ok(kept.originalBytes.includes('planted'));
    assert.deepEqual(kept.removed, []);
    assert.ok(!kept.thumbnailBytes.includes('planted'), 'the thumbnail never has metadata');
  });

  it('returns width and height as a browser shows them, and a thumbnail with the same orientation', async (t) => {
    for (const orientation of [1, 3, 6, 8]) {
      const turned = orientation >= 5;
      for (const format of ['JPEG', 'PNG', 'WEBP'] as const) {
        const source = picture(640, 320).withMetadata({ orientation });
        const bytes = await (format === 'JPEG'
          ? source.jpeg()
          : format === 'PNG'
            ? source.png()
            : source.webp()
        ).toBuffer();
        const processed = await processFile(t, format, bytes);
        // Chromium applies the EXIF orientation to JPEG and PNG, but not to WebP.
        const expected = turned && format !== 'WEBP' ? [320, 640, 160, 320] : [640, 320, 320, 160];
        const { width, height, thumbnail } = processed;
        assert.deepEqual([width, height, thumbnail.width, thumbnail.height], expected, `${format} ${orientation}`);
        const made = await sharp(processed.thumbnailBytes).metadata();
        assert.deepEqual([made.width, made.height, made.orientation], [...expected.slice(2), undefined]);
      }
    }
  });

  it('counts the frames of animations, and decodes each of them', async (t) => {
    const frames = await Promise.all(
      [0, 90, 200].map((grey) =>
        sharp({ create: { width: 32, height: 32, channels: 3, background: { r: grey, g: 0, b: 0 } } })
          .png()
          .toBuffer(),
      ),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    assert.equal((await processFile(t, 'GIF', gif)).frames, 3);
    const webp = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    assert.equal((await processFile(t, 'WEBP', webp)).frames, 3);
    assert.equal((await processFile(t, 'PNG', makeApng(frames))).frames, 3);
    // The structure of the last frame is valid, its compressed data is not.
    const broken = Buffer.from(webp);
    broken.fill(0xff, broken.length - 30, broken.length - 8);
    await assert.rejects(processFile(t, 'WEBP', broken), refusedWith('INVALID_IMAGE'));
  });

  it('makes the thumbnail no larger than the image, in the same format', async (t) => {
    const small = await processFile(t, 'AVIF', await picture(20, 10).avif().toBuffer());
    assert.deepEqual([small.thumbnail.format, small.thumbnail.width, small.thumbnail.height], ['AVIF', 20, 10]);
    const wide = await processFile(t, 'GIF', await picture(1_000, 2).gif().toBuffer());
    assert.deepEqual([wide.thumbnail.format, wide.thumbnail.width, wide.thumbnail.height], ['GIF', 320, 1]);
  });

  it('stores foreign formats as JPEG or PNG', async (t) => {
    const pixels = { width: 4, height: 4 };
    const bmp = await processFile(t, 'BMP', bmpFile({ ...pixels, bits: 24, pixels: Buffer.alloc(48, 99) }));
    assert.deepEqual([bmp.format, bmp.width, bmp.height], ['JPEG', 4, 4]);
    const tif = await processFile(
      t,
      'TIFF',
      await picture().withXmp(xmpPacket('planted')).tiff({ compression: 'lzw' }).toBuffer(),
    );
    assert.deepEqual([tif.format, tif.width, tif.height], ['JPEG', 48, 32]);
    assert.ok(tif.removed.includes('xmp'), `removed: ${tif.removed}`);
    assert.ok(!tif.originalBytes.includes('planted'));
    const jxl = await processFile(t, 'JXL', LOSSLESS);
    assert.ok(['JPEG', 'PNG'].includes(jxl.format));
  });

  it('refuses camera raw files with the structure of TIFF', async (t) => {
    const dng = tiff([
      [0x0100, 4, 1, 16],
      [0xc612, 1, 4, 0x01040000],
    ]);
    await assert.rejects(processFile(t, 'TIFF', dng), refusedWith('INVALID_FILE_TYPE'));
  });

  it('checks limits before it decodes', async (t) => {
    const bytes = await picture(100, 50).png().toBuffer();
    await assert.rejects(processFile(t, 'PNG', bytes, { maxPixels: 4_999 }), refusedWith('IMAGE_DIMENSIONS_EXCEEDED'));
    assert.equal((await processFile(t, 'PNG', bytes, { maxPixels: 5_000 })).width, 100);
  });

  it('refuses a progressive JPEG of too many scans before it decodes it', async (t) => {
    for (const scans of [250, 880]) {
      const [bytes, started] = [scanBomb(scans), process.cpuUsage()];
      await assert.rejects(processFile(t, 'JPEG', bytes), (error: unknown) => {
        assert.ok(error instanceof AppError);
        assert.equal(error.code, 'IMAGE_DIMENSIONS_EXCEEDED');
        assert.equal(error.detail, `9900 x 9900 pixels, 1 frame, ${scans} scans.`);
        assert.deepEqual([error.details?.max_scans, error.details?.scans], [64, scans]);
        return true;
      });
      const { user, system } = process.cpuUsage(started);
      assert.ok(user + system < 500_000, `${user + system} microseconds`);
    }
    await assert.rejects(processFile(t, 'JPEG', scanBomb(26)), refusedWith('IMAGE_DIMENSIONS_EXCEEDED'));
  });

  it('refuses files that are truncated or do not decode', async (t) => {
    const jpeg = await picture(200, 200).jpeg().toBuffer();
    await assert.rejects(processFile(t, 'JPEG', jpeg.subarray(0, jpeg.length / 2)), refusedWith('INVALID_IMAGE'));
    const png = await picture(200, 200).png().toBuffer();
    await assert.rejects(processFile(t, 'PNG', png.subarray(0, png.length - 20)), refusedWith('INVALID_IMAGE'));
    await assert.rejects(processFile(t, 'TIFF', Buffer.from('II*\0\x08\0\0\0junk')), refusedWith('INVALID_IMAGE'));
  });

  it('re-encodes an image whose compressed data spells a script', async (t) => {
    const plain = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'white' } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    const rows = Buffer.alloc(64 * 64 * 3, 0x20);
    rows.write('<script>alert(1)</script>', 600, 'latin1');
    const spelled = await sharp(rows, { raw: { width: 64, height: 64, channels: 3 } })
      .png({ compressionLevel: 0, adaptiveFiltering: false })
      .toBuffer();
    assert.ok(spelled.includes('<script'), 'control: the compressed data of the fixture has it');
    const processed = await processFile(t, 'PNG', spelled);
    assert.ok(!processed.originalBytes.includes('<script'));
    assert.deepEqual(await sharp(processed.originalBytes).raw().toBuffer(), rows, 'the same pixels');
    assert.ok(
      (await processFile(t, 'PNG', plain)).originalBytes.equals(plain),
      'control: an image without a script is stored unchanged',
    );
  });

  it('stores no comment, text or trailing archive', async (t) => {
    const jpeg = withSegments(await picture().jpeg().toBuffer(), jpegSegment(0xfe, 'planted comment'));
    const trailing = Buffer.concat([jpeg, Buffer.from('PK\x03\x04planted archive')]);
    const processed = await processFile(t, 'JPEG', trailing);
    assert.deepEqual(processed.removed, ['comment', 'trailing_data']);
    assert.ok(!processed.originalBytes.includes('planted'));
    const png = withChunks(await picture().png().toBuffer(), 'before', Buffer.alloc(0));
    assert.deepEqual((await processFile(t, 'PNG', png)).removed, []);
  });
});
