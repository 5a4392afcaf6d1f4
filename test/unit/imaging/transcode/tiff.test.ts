import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { transcodeImage } from '../../../../src/imaging/transcode/store-transcoded.ts';
import { quadrants, transcoded, workDir } from './picture-file.ts';

const UPRIGHT = 'red green blue white';
const [width, height] = [32, 24];
const picture = (alpha?: number) =>
  sharp(quadrants(width, height, alpha), { raw: { width, height, channels: alpha === undefined ? 3 : 4 } });

for (const [name, options] of [
  ['plain', { compression: 'none' }],
  ['LZW', { compression: 'lzw', predictor: 'horizontal' }],
  ['deflated tiles', { compression: 'deflate', tile: true, tileWidth: 16, tileHeight: 16 }],
  ['JPEG', { compression: 'jpeg', quality: 95 }],
  ['BigTIFF', { compression: 'none', bigtiff: true }],
] as const) {
  test(`a TIFF (${name}) becomes a JPEG without metadata`, async (t) => {
    const exif = { IFD0: { Copyright: 'somebody', Make: 'Camera' } };
    const bytes = await picture().withExif(exif).tiff(options).toBuffer();
    const { facts, stored, metadata, corners } = await transcoded(t, 'TIFF', bytes);
    assert.deepEqual([facts.width, facts.height, facts.frames, facts.hasAlpha], [width, height, 1, false]);
    assert.deepEqual(stored, { format: 'JPEG', width, height, hasAlpha: false });
    assert.deepEqual([metadata.icc, metadata.exif, metadata.xmp, metadata.iptc], Array(4).fill(undefined));
    assert.equal(corners, UPRIGHT);
  });
}

for (const [orientation, corners] of [
  [3, 'white blue green red'],
  [6, 'blue red white green'],
  [7, 'white green blue red'],
] as const) {
  test(`a TIFF of orientation ${orientation} is stored upright`, async (t) => {
    const bytes = await picture().withMetadata({ orientation }).tiff().toBuffer();
    const shown = await transcoded(t, 'TIFF', bytes);
    assert.equal(shown.facts.orientation, orientation);
    assert.deepEqual([shown.stored.width, shown.stored.height], [shown.facts.width, shown.facts.height]);
    assert.equal(shown.stored.width, orientation >= 5 ? height : width);
    assert.equal(shown.corners, corners);
    assert.equal(shown.metadata.orientation, undefined);
  });
}

test('a TIFF of 16 bits becomes a PNG of 16 bits', async (t) => {
  const bytes = await picture().toColourspace('rgb16').tiff({ compression: 'none' }).toBuffer();
  const { stored, metadata, corners } = await transcoded(t, 'TIFF', bytes);
  assert.deepEqual([stored.format, metadata.depth, corners], ['PNG', 'ushort', UPRIGHT]);
});

test('a bilevel TIFF becomes a PNG', async (t) => {
  const one = picture().toColourspace('b-w').tiff({ bitdepth: 1, compression: 'ccittfax4' });
  const bytes = await one.toBuffer();
  const { stored, corners } = await transcoded(t, 'TIFF', bytes);
  assert.equal(stored.format, 'PNG');
  assert.ok(corners.endsWith('white'));
});

test('a CMYK TIFF is converted to sRGB', async (t) => {
  const bytes = await picture().toColourspace('cmyk').tiff().toBuffer();
  const { stored, metadata } = await transcoded(t, 'TIFF', bytes);
  assert.deepEqual([stored.format, metadata.space, metadata.icc], ['JPEG', 'srgb', undefined]);
});

test('the profile and the samples of a wide-gamut TIFF are kept', async (t) => {
  const bytes = await picture().withIccProfile('p3').tiff({ compression: 'none' }).toBuffer();
  const { metadata, output } = await transcoded(t, 'TIFF', bytes);
  assert.deepEqual(metadata.icc, (await sharp(output.replace(/output$/, 'input')).metadata()).icc);
  const samples = async (input: Buffer | string) => [
    ...(await sharp(input, { ignoreIcc: true }).raw().toBuffer()).subarray(0, 3),
  ];
  const [before, after] = [await samples(output.replace(/output$/, 'input')), await samples(output)];
  before.forEach((sample, i) => {
    assert.ok(Math.abs(sample - (after[i] as number)) < 8, `${before} became ${after}`);
  });
});

test('a TIFF with transparency becomes a PNG; opaque alpha is removed', async (t) => {
  const half = await transcoded(t, 'TIFF', await picture(128).tiff({ compression: 'none' }).toBuffer());
  assert.deepEqual([half.facts.hasAlpha, half.stored.format, half.metadata.hasAlpha], [true, 'PNG', true]);
  assert.equal(half.corners, UPRIGHT);
  const opaque = await transcoded(t, 'TIFF', await picture(255).tiff({ compression: 'none' }).toBuffer());
  assert.deepEqual([opaque.facts.hasAlpha, opaque.stored.format, opaque.stored.hasAlpha], [true, 'JPEG', false]);
});

test('a TIFF that differs from the inspected one is refused', async (t) => {
  const path = join(workDir(t), 'input');
  writeFileSync(path, await picture().tiff().toBuffer());
  const facts = { width: 8, height: 8, frames: 1, orientation: 1, hasAlpha: false, progressive: false };
  await assert.rejects(transcodeImage(path, `${path}.out`, 'TIFF', facts), Error);
});
