import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
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
