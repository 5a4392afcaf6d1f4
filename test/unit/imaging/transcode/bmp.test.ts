import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { decodeBmp } from '../../../../src/imaging/transcode/decode-bmp.ts';
import { profileOfCicp } from '../../../../src/imaging/transcode/decode-heif.ts';
import { bmpFile } from './bmp-file.ts';
import { transcoded, workDir } from './picture-file.ts';

const UPRIGHT = 'red green blue white';
// Blue, green, red, unused.
const PALETTE = [0, 0, 255, 0, 0, 160, 0, 0, 255, 0, 0, 0, 255, 255, 255, 0];
const RGB = [
  [255, 0, 0],
  [0, 160, 0],
  [0, 0, 255],
  [255, 255, 255],
] as const;
const CORE_PALETTE = PALETTE.filter((_, i) => i % 4 !== 3);

// Two by two pixels, bottom row first: blue, white, then red, green. Rows are padded to four bytes.
const indexed = {
  1: bmpFile({
    width: 2,
    height: 2,
    bits: 1,
    palette: [...PALETTE.slice(0, 4), ...PALETTE.slice(12)],
    pixels: [0x40, 0, 0, 0, 0x40, 0, 0, 0],
  }),
  4: bmpFile({ width: 2, height: 2, bits: 4, palette: PALETTE, pixels: [0x23, 0, 0, 0, 0x01, 0, 0, 0] }),
  8: bmpFile({ width: 2, height: 2, bits: 8, palette: PALETTE, pixels: [2, 3, 0, 0, 0, 1, 0, 0] }),
};
const bgr = (i: number) => RGB[i]?.toReversed() ?? [];
const pixels24 = [...bgr(2), ...bgr(3), 0, 0, ...bgr(0), ...bgr(1), 0, 0];
const packed = (bits: 16 | 32, pack: (r: number, g: number, b: number) => number, order = [2, 3, 0, 1]) => {
  const bytes = Buffer.alloc(order.length * (bits / 8));
  order.forEach((color, i) => {
    const [r, g, b] = RGB[color] as readonly [number, number, number];
    bits === 16 ? bytes.writeUInt16LE(pack(r, g, b), 2 * i) : bytes.writeUInt32LE(pack(r, g, b) >>> 0, 4 * i);
  });
  return bytes;
};
const to555 = (r: number, g: number, b: number) => ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3);
const to565 = (r: number, g: number, b: number) => ((r >> 3) << 11) | ((g >> 2) << 5) | (b >> 3);
const to888 = (r: number, g: number, b: number) => (r << 16) | (g << 8) | b;
const square = { width: 2, height: 2 };

for (const [name, bytes, format] of [
  ['4 bits', indexed[4], 'PNG'],
  ['8 bits', indexed[8], 'PNG'],
  [
    '8 bits with an OS/2 header',
    bmpFile({ ...square, bits: 8, headerBytes: 12, palette: CORE_PALETTE, pixels: [2, 3, 0, 0, 0, 1, 0, 0] }),
    'PNG',
  ],
  [
    'RLE4',
    bmpFile({ ...square, bits: 4, compression: 2, palette: PALETTE, pixels: [2, 0x23, 0, 0, 2, 0x01, 0, 1] }),
    'PNG',
  ],
  [
    'RLE8',
    bmpFile({ ...square, bits: 8, compression: 1, palette: PALETTE, pixels: [1, 2, 1, 3, 0, 0, 1, 0, 1, 1, 0, 1] }),
    'PNG',
  ],
  [
    'RLE24',
    bmpFile({
      ...square,
      bits: 24,
      compression: 4,
      headerBytes: 64,
      pixels: [1, ...bgr(2), 1, ...bgr(3), 0, 0, 1, ...bgr(0), 1, ...bgr(1), 0, 1],
    }),
    'JPEG',
  ],
  ['16 bits', bmpFile({ ...square, bits: 16, pixels: packed(16, to555) }), 'JPEG'],
  [
    '16 bits by masks',
    bmpFile({ ...square, bits: 16, compression: 3, masks: [0xf800, 0x7e0, 0x1f], pixels: packed(16, to565) }),
    'JPEG',
  ],
  ['24 bits', bmpFile({ ...square, bits: 24, pixels: pixels24 }), 'JPEG'],
  ['32 bits', bmpFile({ ...square, bits: 32, pixels: packed(32, to888) }), 'JPEG'],
  [
    '32 bits, top row first',
    bmpFile({ width: 2, height: -2, bits: 32, pixels: packed(32, to888, [0, 1, 2, 3]) }),
    'JPEG',
  ],
] as const) {
  test(`a BMP of ${name} shows its pixels`, async (t) => {
    const { stored, facts } = await transcoded(t, 'BMP', bytes);
    assert.deepEqual([facts.width, facts.height, facts.frames], [2, 2, 1]);
    assert.deepEqual([stored.format, stored.hasAlpha], [format, false]);
    const path = join(workDir(t), 'input');
    writeFileSync(path, bytes);
    const { data, channels } = decodeBmp(path);
    const samples = [...data].filter((_, i) => i % channels < 3);
    // Five bits cannot represent 160 exactly.
    samples.forEach((sample, i) => {
      assert.ok(Math.abs(sample - (RGB.flat()[i] as number)) <= 5, `${samples}`);
    });
    assert.equal(samples.length, 12);
  });
}

test('a BMP of 1 bit shows its two colours', async (t) => {
  assert.equal((await transcoded(t, 'BMP', indexed[1])).corners, 'red white red white');
});

for (const [name, headerBytes, compression] of [
  ['a V3 header', 56, 3],
  ['a V4 header', 108, 3],
  ['masks behind the header', 40, 6],
] as const) {
  test(`a BMP with an alpha mask in ${name} becomes a PNG with transparency`, async (t) => {
    const pixels = packed(32, (r, g, b) => to888(r, g, b) | (0x80 << 24));
    const masks = [0xff0000, 0xff00, 0xff, 0xff000000];
    const bytes = bmpFile({ ...square, bits: 32, headerBytes, compression, masks, pixels });
    const { facts, stored, output, corners } = await transcoded(t, 'BMP', bytes);
    assert.deepEqual([facts.hasAlpha, stored.format, stored.hasAlpha, corners], [true, 'PNG', true, UPRIGHT]);
    assert.equal((await sharp(output).raw().toBuffer())[3], 0x80);
  });
}

test('a BMP whose alpha is zero everywhere becomes opaque', async (t) => {
  const masks = [0xff0000, 0xff00, 0xff, 0xff000000];
  const bytes = bmpFile({ ...square, bits: 32, headerBytes: 108, compression: 3, masks, pixels: packed(32, to888) });
  assert.equal((await transcoded(t, 'BMP', bytes)).stored.hasAlpha, false);
});

test('pixels that run-length coding skips are transparent', async (t) => {
  const bytes = bmpFile({ ...square, bits: 8, compression: 1, palette: PALETTE, pixels: [0, 2, 0, 1, 1, 0, 0, 1] });
  const { stored, output } = await transcoded(t, 'BMP', bytes);
  assert.equal(stored.hasAlpha, true);
  assert.deepEqual(
    [...(await sharp(output).raw().toBuffer())].filter((_, i) => i % 4 === 3),
    [255, 0, 0, 0],
  );
});

test('an ICC profile in a BMP is kept', async (t) => {
  const icc = profileOfCicp(12, 13) as Buffer;
  const bytes = bmpFile({ ...square, bits: 24, headerBytes: 124, pixels: [...pixels24, ...icc] });
  bytes.write('DEBM', 14 + 56, 'latin1');
  bytes.writeUInt32LE(124 + pixels24.length, 14 + 112);
  bytes.writeUInt32LE(icc.length, 14 + 116);
  assert.deepEqual((await transcoded(t, 'BMP', bytes)).metadata.icc, icc);
});

test('impossible BMP headers are refused before memory is allocated', async (t) => {
  const vast = bmpFile({ width: 30_000, height: 30_000, bits: 24, pixels: [0, 0, 0] });
  await assert.rejects(transcoded(t, 'BMP', vast), { name: 'CorruptImageError' });
  for (const [width, height, bits] of [
    [0, 2, 24],
    [-2, 2, 24],
    [2, 0, 24],
    [2, 2, 7],
    [2, 2, 0],
  ] as const) {
    await assert.rejects(transcoded(t, 'BMP', bmpFile({ width, height, bits, pixels: pixels24 })), {
      name: 'CorruptImageError',
    });
  }
  for (const compression of [4, 5, 11]) {
    const wrapped = bmpFile({ ...square, bits: 24, compression, pixels: pixels24 });
    await assert.rejects(transcoded(t, 'BMP', wrapped), { name: 'UnsupportedImageError' });
  }
});
