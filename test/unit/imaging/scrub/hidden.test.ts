import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { deflateSync, inflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { FormatName } from '../../../../src/core/formats.ts';
import { storeAsIs } from '../../../../src/imaging/store-as-is.ts';
import { makeApng, makePng, picture, pngChunk, pngChunks } from './parts.ts';
import { assertClean, pixels, SECRET, scrub } from './support.ts';

// The service lets libvips load accepted formats from files only. The tests also read buffers.
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp'].map((loader) => `VipsForeignLoad${loader}Buffer`) });

const HIDDEN = Buffer.from(SECRET.repeat(3));

async function store(t: TestContext, input: Buffer, format: FormatName) {
  const directory = mkdtempSync(join(tmpdir(), 'imgd-hidden-'));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const inputPath = join(directory, 'in');
  writeFileSync(inputPath, input);
  const job = {
    inputPath,
    outputPath: join(directory, 'out'),
    sha256: 'as sent',
    sizeBytes: input.length,
    format,
    maxPixels: 1e8,
    keepMetadata: false,
    formats: [format],
  };
  const { original, removed } = await storeAsIs(job, format, () => {});
  return { output: readFileSync(original.path), removed, isUnchanged: original.path === inputPath };
}

/** A PNG whose IDAT chunks are those that `change` makes of their joined data. */
function withData(png: Buffer, change: (data: Buffer) => Buffer[]): Buffer {
  const parts = pngChunks(png);
  const data = Buffer.concat(parts.filter(({ type }) => type === 'IDAT').map((part) => part.data));
  const others = parts.filter(({ type }) => type !== 'IDAT').map(({ whole }) => whole);
  return makePng(...others.slice(0, -1), ...change(data).map((body) => pngChunk('IDAT', body)), ...others.slice(-1));
}

describe('bytes behind the end of a compressed PNG picture', () => {
  it('are cut in the last chunk and in further ones, without a change of the picture', async (t) => {
    for (const progressive of [false, true]) {
      const plain = await picture(100, 75, 4).png({ progressive }).toBuffer();
      const inLast = withData(plain, (data) => [Buffer.concat([data, HIDDEN])]);
      const inFurther = withData(plain, (data) => [data, HIDDEN, HIDDEN]);
      const inBoth = withData(plain, (data) => [
        data.subarray(0, 9),
        Buffer.alloc(0),
        Buffer.concat([data.subarray(9), HIDDEN]),
        HIDDEN,
      ]);
      for (const dirty of [inLast, inFurther, inBoth]) {
        const { output, removed } = await store(t, dirty, 'PNG');
        assert.deepEqual(removed, ['trailing_data']);
        await assertClean(dirty, { ...scrub(output, 'PNG'), output }, 'PNG');
        assert.equal((await store(t, output, 'PNG')).isUnchanged, true);
      }
      const { output } = await store(t, inFurther, 'PNG');
      assert.ok(output.equals(withData(plain, (data) => [data])));
    }
  });

  it('are cut in the frames of an animation, whose sequence stays', async (t) => {
    const frames = await Promise.all([0, 90].map((hue) => picture().modulate({ hue }).png().toBuffer()));
    const dirty = makeApng(frames.map((frame) => withData(frame, (data) => [Buffer.concat([data, HIDDEN]), HIDDEN])));
    const { output, removed } = await store(t, dirty, 'PNG');
    assert.deepEqual(removed, ['trailing_data']);
    assert.equal(output.includes(SECRET), false);
    assert.equal(scrub(output, 'PNG').facts.frames, 2);
    const again = await store(t, output, 'PNG');
    assert.deepEqual([again.isUnchanged, again.removed], [true, []]);
  });

  it('are removed by encoding again if they are rows below the picture', async (t) => {
    const plain = await picture().png().toBuffer();
    const dirty = withData(plain, (data) => [deflateSync(Buffer.concat([inflateSync(data), HIDDEN]), { level: 0 })]);
    const { output, removed } = await store(t, dirty, 'PNG');
    assert.deepEqual(removed, ['trailing_data']);
    assert.equal(output.includes(SECRET), false);
    assert.ok((await pixels(output)).data.equals((await pixels(plain)).data));
  });

  it('are refused after a broken stream', async (t) => {
    const dirty = withData(await picture().png().toBuffer(), (data) => [Buffer.concat([data.subarray(0, -4), HIDDEN])]);
    await assert.rejects(store(t, dirty, 'PNG'));
  });

  it('do not exist in files as encoders write them', async (t) => {
    for (const options of [{}, { progressive: true }, { palette: true, colours: 2 }, { compressionLevel: 0 }]) {
      for (const [width, height] of [
        [1, 1],
        [3, 5],
        [333, 200],
      ] as const) {
        const { isUnchanged } = await store(t, await picture(width, height).png(options).toBuffer(), 'PNG');
        assert.equal(isUnchanged, true, JSON.stringify([options, width, height]));
      }
    }
    const deep = await picture(50, 40).toColourspace('rgb16').png().toBuffer();
    assert.equal((await store(t, deep, 'PNG')).isUnchanged, true);
  });
});

describe('bytes behind the end of a compressed JPEG picture', () => {
  it('are cut in baseline ones, also before an RST marker, without a change of the picture', async (t) => {
    for (const options of [{}, { chromaSubsampling: '4:4:4' }, { optimiseCoding: false }]) {
      const plain = await picture(203, 149).jpeg(options).toBuffer();
      for (const bytes of [HIDDEN, Buffer.concat([Buffer.of(0xff, 0xd0), HIDDEN])]) {
        const dirty = Buffer.concat([plain.subarray(0, -2), bytes, plain.subarray(-2)]);
        const { output, removed } = await store(t, dirty, 'JPEG');
        assert.deepEqual(removed, ['trailing_data']);
        assert.ok(output.equals(plain));
      }
    }
    const grey = await picture(203, 149).toColourspace('b-w').jpeg().toBuffer();
    const dirty = Buffer.concat([grey.subarray(0, -2), HIDDEN, grey.subarray(-2)]);
    assert.ok((await store(t, dirty, 'JPEG')).output.equals(grey));

    // Two equal MCUs of 16 x 16 pixels, each of which is valid after an RST marker.
    const flat = sharp({ create: { width: 8, height: 8, channels: 3, background: '#808080' } });
    const block = await flat.jpeg().toBuffer();
    const [frame, scan] = [block.indexOf('ffc0', 0, 'hex'), block.indexOf('ffda', 0, 'hex')];
    block.writeUInt16BE(32, frame + 7);
    const data = block.subarray(scan + 14, -2);
    const restarts = (...between: Buffer[]): Buffer =>
      Buffer.concat([
        block.subarray(0, scan),
        Buffer.from('ffdd00040001', 'hex'),
        block.subarray(scan, scan + 14),
        Buffer.concat([data, ...between, Buffer.of(0xff, 0xd0), data, ...between, Buffer.of(0xff, 0xd9)]),
      ]);
    assert.ok((await store(t, restarts(HIDDEN, HIDDEN), 'JPEG')).output.equals(restarts()));
  });

  it('are removed from progressive ones by encoding again', async (t) => {
    const plain = await picture(200, 150).jpeg({ progressive: true }).toBuffer();
    const firstEnd = plain.indexOf('ffc4', plain.indexOf('ffda', 0, 'hex'), 'hex');
    for (const [at, bytes] of [
      [plain.length - 2, HIDDEN],
      [plain.length - 2, Buffer.concat([Buffer.of(0xff, 0xd0), HIDDEN])],
      [firstEnd, HIDDEN],
      [plain.length - 2, Buffer.concat([HIDDEN, Buffer.alloc(40)])],
    ] as const) {
      const dirty = Buffer.concat([plain.subarray(0, at), bytes, plain.subarray(at)]);
      assert.ok(scrub(dirty, 'JPEG').output.includes(SECRET), 'control: the structure alone does not show them');
      const { output, removed } = await store(t, dirty, 'JPEG');
      assert.deepEqual(removed, ['trailing_data']);
      assert.equal(output.includes(SECRET), false);
      assert.equal((await pixels(output)).sides, (await pixels(plain)).sides);
    }
  });

  it('stay if they are padding', async (t) => {
    const plain = await picture(200, 150).jpeg({ progressive: true }).toBuffer();
    const baseline = await picture(200, 150).jpeg().toBuffer();
    const zeros = Buffer.concat([baseline.subarray(0, -2), Buffer.alloc(50), baseline.subarray(-2)]);
    for (const file of [baseline, zeros]) assert.equal((await store(t, file, 'JPEG')).isUnchanged, true);
    for (const fill of [0, 0xff]) {
      const padded = Buffer.concat([plain.subarray(0, -2), Buffer.alloc(50, fill), plain.subarray(-2)]);
      assert.equal((await store(t, padded, 'JPEG')).isUnchanged, true);
    }
    assert.equal((await store(t, plain, 'JPEG')).isUnchanged, true);
  });
});

describe('bytes behind the end of a compressed WebP picture', () => {
  /** A WebP of one chunk with other data in it. */
  const withBitstream = (webp: Buffer, change: (data: Buffer) => Buffer): Buffer => {
    const data = change(webp.subarray(20, 20 + webp.readUInt32LE(16)));
    const file = Buffer.concat([webp.subarray(0, 20), data, Buffer.alloc(data.length & 1)]);
    file.writeUInt32LE(file.length - 8, 4);
    file.writeUInt32LE(data.length, 16);
    return file;
  };
  const behindFirstPartition = (data: Buffer): Buffer => {
    const tag = data.readUIntLE(0, 3);
    const end = 10 + (tag >>> 5);
    const changed = Buffer.concat([data.subarray(0, end), HIDDEN, data.subarray(end)]);
    changed.writeUIntLE(tag + (HIDDEN.length << 5), 0, 3);
    return changed;
  };

  it('are removed from still ones by encoding again', async (t) => {
    const lossy = await picture(200, 150).webp().toBuffer();
    const lossless = await picture(200, 150).webp({ lossless: true }).toBuffer();
    for (const dirty of [
      withBitstream(lossy, (data) => Buffer.concat([data, HIDDEN])),
      withBitstream(lossless, (data) => Buffer.concat([data, HIDDEN])),
      withBitstream(lossy, behindFirstPartition),
    ]) {
      const { output, removed } = await store(t, dirty, 'WEBP');
      assert.deepEqual(removed, ['trailing_data']);
      assert.equal(output.includes(SECRET), false);
      assert.equal((await pixels(output)).sides, '200x150x3');
    }
  });

  it('do not exist in files as encoders write them', async (t) => {
    for (const options of [{}, { lossless: true }, { quality: 1 }, { quality: 100, effort: 0 }]) {
      for (const side of [1, 2, 16, 17, 100, 300]) {
        const webp = await picture(side, side, 4).webp(options).toBuffer();
        assert.equal((await store(t, webp, 'WEBP')).isUnchanged, true, JSON.stringify([options, side]));
      }
    }
  });
});
