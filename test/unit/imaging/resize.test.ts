import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import sharp from 'sharp';
import type { FormatName } from '../../../src/core/formats.ts';
import { makeThumbnail, makeVariant } from '../../../src/imaging/resize.ts';

/** Makes a variant of a picture of noise, which no format compresses well. */
async function variantOf(t: TestContext, format: FormatName, maxBytes: number) {
  const directory = await mkdtemp(join(tmpdir(), 'imgd-resize-'));
  t.after(() => rm(directory, { recursive: true, force: true }));
  const inputPath = join(directory, 'input');
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  await sharp({ create: { width: 400, height: 300, channels: 3, background: '#888', noise } })
    .png()
    .toFile(inputPath);
  const job = {
    inputPath,
    source: 'PNG',
    outputPath: join(directory, 'output'),
    width: 200,
    height: 150,
    how: 'width',
    quality: null,
    format,
    maxBytes,
  } as const;
  const made = await makeVariant(job);
  const { format: found, width, height } = await sharp(made.path).metadata();
  return { ...made, found, sides: [width, height] };
}

test('a PNG within the limit of bytes stays a PNG, and a larger one becomes WebP', async (t) => {
  const png = await variantOf(t, 'PNG', 1_000_000);
  assert.deepEqual([png.format, png.found, png.sides], ['PNG', 'png', [200, 150]]);
  const webp = await variantOf(t, 'PNG', Math.floor(0.8 * png.sizeBytes));
  assert.deepEqual([webp.format, webp.found, webp.sides], ['WEBP', 'webp', [200, 150]]);
  assert.ok(webp.sizeBytes < png.sizeBytes);
});

test('no variant exceeds the limit of bytes', async (t) => {
  for (const format of ['PNG', 'JPEG', 'WEBP', 'AVIF'] as const) {
    await assert.rejects(variantOf(t, format, 100), /more than 100/);
  }
});

test('the thumbnail of a large image with a profile is scaled before its conversion, and has the same colours', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'imgd-resize-'));
  t.after(() => rm(directory, { recursive: true, force: true }));
  /** Colour of the middle of the thumbnail of a green picture in Display P3. */
  const middleOf = async (side: number) => {
    const [input, output] = [join(directory, `${side}`), join(directory, `${side}-thumbnail`)];
    const green = { create: { width: side, height: side, channels: 3, background: '#40c060' } } as const;
    await sharp(green).withIccProfile('p3', { attach: true }).png().toFile(input);
    await makeThumbnail(input, output, 'PNG', 100_000_000, side ** 2);
    const { data, info } = await sharp(output).raw().toBuffer({ resolveWithObject: true });
    return [...data.subarray(100 * 320 * info.channels, 100 * 320 * info.channels + 3)];
  };
  const small = await middleOf(1_000);
  const large = await middleOf(4_001);
  for (const [i, value] of small.entries()) assert.ok(Math.abs(value - (large[i] as number)) <= 1, `${small} ${large}`);
  assert.deepEqual(
    (await readdir(directory)).filter((name) => name.endsWith('scaled')),
    [],
  );
});

test('thumbnails at the same time, of small and large files, are those of their own pictures', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'imgd-resize-'));
  t.after(() => rm(directory, { recursive: true, force: true }));
  const made = Array.from({ length: 6 }, async (_, i) => {
    const [input, output] = [join(directory, `${i}`), join(directory, `${i}-thumbnail`)];
    const side = i === 0 ? 1_000 : 400;
    const create = { width: side, height: side, channels: 3, background: { r: 40 * i, g: 0, b: 0 } } as const;
    // Without compression the first one has 3 MB.
    await sharp({ create }).png({ compressionLevel: 0 }).toFile(input);
    const { file, width } = await makeThumbnail(input, output, 'PNG', 100_000_000, side ** 2);
    const bytes = await readFile(output);
    assert.deepEqual(
      [file, width],
      [{ path: output, sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }, 320],
    );
    return (await sharp(bytes).raw().toBuffer())[0];
  });
  assert.deepEqual(await Promise.all(made), [0, 40, 80, 120, 160, 200]);
});

test('no other format is decoded from a file or from memory', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'imgd-resize-'));
  t.after(() => rm(directory, { recursive: true, force: true }));
  const input = join(directory, 'input');
  await writeFile(
    input,
    '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="9" height="9"/></svg>',
  );
  for (const source of [input, await readFile(input)]) {
    await assert.rejects(sharp(source).toBuffer(), /unsupported image format/);
  }
});
