import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BOXED, DEEP, DISPLAY_P3, LOSSLESS, LOSSY, WITH_ALPHA } from './jxl-samples.ts';
import { transcoded } from './picture-file.ts';

const UPRIGHT = 'red green blue white';

for (const [name, bytes] of Object.entries({ LOSSLESS, BOXED, LOSSY })) {
  test(`a JPEG XL of 8 bits (${name}) becomes a JPEG without metadata`, async (t) => {
    const { facts, stored, metadata, corners } = await transcoded(t, 'JXL', bytes);
    assert.deepEqual([facts.width, facts.height, facts.orientation, facts.hasAlpha], [32, 24, 1, false]);
    assert.deepEqual(stored, { format: 'JPEG', width: 32, height: 24, hasAlpha: false });
    assert.deepEqual([metadata.icc, metadata.exif, metadata.xmp], [undefined, undefined, undefined]);
    assert.equal(corners, UPRIGHT);
  });
}

test('a JPEG XL with transparency becomes a PNG', async (t) => {
  const { facts, stored, metadata, corners } = await transcoded(t, 'JXL', WITH_ALPHA);
  assert.equal(facts.hasAlpha, true);
  assert.deepEqual([stored.format, stored.hasAlpha, metadata.hasAlpha], ['PNG', true, true]);
  assert.equal(corners, UPRIGHT);
});

test('a lossless JPEG XL of 16 bits becomes a PNG of 16 bits', async (t) => {
  const { stored, metadata, corners } = await transcoded(t, 'JXL', DEEP);
  assert.deepEqual([stored.format, metadata.depth], ['PNG', 'ushort']);
  assert.equal(corners, UPRIGHT);
});

test('the profile of a wide-gamut JPEG XL is kept', async (t) => {
  const { metadata } = await transcoded(t, 'JXL', DISPLAY_P3);
  assert.equal(metadata.icc?.toString('latin1', 36, 40), 'acsp');
});

test('a JPEG XL beyond 40 megapixels is refused before it is decoded', async (t) => {
  const vast = Buffer.from(LOSSLESS);
  // SizeHeader: not in eighths, 30 bits of height 8,192, the same width (ratio 1); little-endian from the lowest bit.
  const height = BigInt(8_192 - 1);
  const bits = 0n | (3n << 1n) | (height << 3n) | (1n << 33n);
  vast.writeBigUInt64LE((vast.readBigUInt64LE(2) & ~((1n << 36n) - 1n)) | bits, 2);
  await assert.rejects(transcoded(t, 'JXL', vast), { name: 'UnsupportedImageError' });
});
