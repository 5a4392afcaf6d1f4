import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { inspectHeif, profileOfCicp } from '../../../../src/imaging/transcode/decode-heif.ts';
import { transcodeImage } from '../../../../src/imaging/transcode/store-transcoded.ts';
import { clap, heifFile, imir, irot, nclx, prof } from './heif-file.ts';
import { transcoded, workDir } from './picture-file.ts';

const UPRIGHT = 'red green blue white';
// The four corners as a viewer shows them, by EXIF orientation.
const BY_ORIENTATION = [
  UPRIGHT,
  'green red white blue',
  'white blue green red',
  'blue white red green',
  'red blue green white',
  'blue red white green',
  'white green blue red',
  'green white red blue',
];

test('a HEIC photograph becomes a JPEG without metadata', async (t) => {
  const { facts, stored, metadata, corners } = await transcoded(t, 'HEIC', heifFile());
  const size = { width: 64, height: 64, orientation: 1, frames: 1 };
  assert.deepEqual(facts, { ...size, hasAlpha: false, progressive: true, itemPixels: 64 * 64 });
  assert.deepEqual(stored, { format: 'JPEG', width: 64, height: 64, hasAlpha: false });
  assert.equal(metadata.format, 'jpeg');
  assert.equal(metadata.chromaSubsampling, '4:4:4');
  assert.deepEqual([metadata.icc, metadata.exif, metadata.xmp], [undefined, undefined, undefined]);
  assert.equal(corners, UPRIGHT);
});

test('a HEIC of tiles, as phones write it, becomes one image', async (t) => {
  const { stored, corners } = await transcoded(t, 'HEIC', heifFile({ columns: 2 }));
  assert.deepEqual([stored.width, stored.height], [128, 64]);
  // Both tiles are the same image, with red and green at the top.
  assert.match(corners, /^(red|green) (red|green) /);
});

test('the inspection counts the pixels of every item as often as it is decoded', (t) => {
  const path = join(workDir(t), 'heic');
  const itemPixels = (options: Parameters<typeof heifFile>[0]) => {
    writeFileSync(path, heifFile(options));
    return inspectHeif(path).itemPixels;
  };
  const tile = 64 * 64;
  assert.equal(itemPixels({ columns: 4, rows: 3 }), 12 * tile + 12 * tile);
  assert.equal(itemPixels({ alpha: true }), 2 * tile);
  assert.equal(itemPixels({ overlays: 5_000 }), 5_001 * tile);
});

for (const [name, properties] of [
  ...[0, 1, 2, 3].map((turn) => [`turned by ${turn} quarters`, [irot(turn)]] as const),
  ...[0, 1].map((axis) => [`mirrored on axis ${axis}`, [imir(axis)]] as const),
  ...[0, 1].flatMap((axis) =>
    [1, 3].flatMap((turn) => [
      [`turned by ${turn}, then mirrored on axis ${axis}`, [irot(turn), imir(axis)]] as const,
      [`mirrored on axis ${axis}, then turned by ${turn}`, [imir(axis), irot(turn)]] as const,
    ]),
  ),
] as const) {
  test(`a HEIC ${name} is stored upright, and its header has the orientation`, async (t) => {
    const { facts, corners, metadata } = await transcoded(t, 'HEIC', heifFile({ properties: [...properties] }));
    assert.equal(corners, BY_ORIENTATION[facts.orientation - 1]);
    assert.equal(metadata.orientation, undefined);
  });
}

test('width and height of a rotated and cropped HEIC are those shown', async (t) => {
  const { facts, stored } = await transcoded(t, 'HEIC', heifFile({ properties: [clap(48, 32), irot(1)] }));
  assert.deepEqual([facts.width, facts.height], [32, 48]);
  assert.deepEqual([stored.width, stored.height], [32, 48]);
});

test('the ICC profile of a HEIC is kept byte for byte', async (t) => {
  const icc = profileOfCicp(12, 13) as Buffer;
  const { metadata } = await transcoded(t, 'HEIC', heifFile({ properties: [prof(icc)] }));
  assert.deepEqual(metadata.icc, icc);
});

test('the ICC profile is kept in a PNG too', async (t) => {
  const icc = profileOfCicp(12, 13) as Buffer;
  const { stored, metadata, output } = await transcoded(t, 'HEIC', heifFile({ alpha: true, properties: [prof(icc)] }));
  assert.equal(stored.format, 'PNG');
  assert.deepEqual(metadata.icc, icc);
  // With a wrong CRC some viewers reject the profile or the image.
  const png = readFileSync(output);
  const at = png.indexOf('iCCP');
  const end = at + 4 + png.readUInt32BE(at - 4);
  assert.equal(png.readUInt32BE(end), crc32(png.subarray(at, end)));
});

test('an invalid ICC profile is removed, and so are bytes after a profile', async (t) => {
  const icc = profileOfCicp(12, 13) as Buffer;
  const changed = (offset: number, text: string) => {
    const copy = Buffer.from(icc);
    copy.write(text, offset, 'latin1');
    return copy;
  };
  const iccOf = async (profile: Buffer) =>
    (await transcoded(t, 'HEIC', heifFile({ properties: [prof(profile)] }))).metadata.icc;
  assert.equal(await iccOf(changed(36, 'html')), undefined);
  assert.equal(await iccOf(changed(16, 'GRAY')), undefined);
  assert.equal(await iccOf(icc.subarray(0, 200)), undefined);
  assert.deepEqual(await iccOf(Buffer.concat([icc, Buffer.from('<script>')])), icc);
});

test('a HEIC that differs from the inspected one is refused', async (t) => {
  const path = join(workDir(t), 'input');
  writeFileSync(path, heifFile());
  const facts = { width: 8, height: 64, frames: 1, orientation: 1, hasAlpha: false, progressive: true };
  await assert.rejects(transcodeImage(path, `${path}.out`, 'HEIC', facts), /decoded 64 x 64, announced 8 x 64/);
});

test('a HEIC with the code points of Display P3 gets a profile with its primaries', async (t) => {
  const { output, metadata } = await transcoded(t, 'HEIC', heifFile({ properties: [nclx(12, 13)] }));
  assert.ok(metadata.icc !== undefined);
  // libvips, as an independent implementation, converts the red of P3 to a value outside sRGB: green and blue become 0.
  const [red, green, blue] = await sharp(output).resize(1, 1, { fit: 'cover', position: 'left top' }).raw().toBuffer();
  assert.ok((red as number) >= (green as number) && (red as number) >= (blue as number));
});

test('an HDR HEIC is mapped to sRGB', async (t) => {
  const plain = await transcoded(t, 'HEIC', heifFile());
  for (const transfer of [16, 18]) {
    const { stored, output } = await transcoded(t, 'HEIC', heifFile({ properties: [nclx(9, transfer)] }));
    assert.equal(stored.format, 'JPEG');
    const means = async (path: string) => (await sharp(path).stats()).channels.map(({ mean }) => Math.round(mean));
    assert.notDeepEqual(await means(output), await means(plain.output));
  }
});

test('a HEIC with transparency becomes a PNG', async (t) => {
  const { facts, stored, metadata } = await transcoded(t, 'HEIC', heifFile({ alpha: true }));
  assert.equal(facts.hasAlpha, true);
  assert.deepEqual([stored.format, stored.hasAlpha, metadata.hasAlpha], ['PNG', true, true]);
});

test('a HEIC whose header has a wrong size is refused', async (t) => {
  await assert.rejects(transcoded(t, 'HEIC', heifFile({ announced: [32, 32] })), Error);
  await assert.rejects(transcoded(t, 'HEIC', heifFile({ announced: [6400, 6400] })), Error);
});
