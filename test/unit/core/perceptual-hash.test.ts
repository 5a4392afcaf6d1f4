import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bandsOf, hammingDistance, MAX_DISTANCE } from '../../../src/core/perceptual-hash.ts';

const hash = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const hex = (value: bigint) => value.toString(16).padStart(16, '0');

test('the distance is the number of different bits', () => {
  assert.equal(hammingDistance('0000000000000000', '0000000000000000'), 0);
  assert.equal(hammingDistance('0000000000000000', 'ffffffffffffffff'), 64);
  assert.equal(hammingDistance('8000000000000001', '0000000000000000'), 2);
});

test('hashes within the largest distance share a band', () => {
  const bits = fc.uniqueArray(fc.integer({ min: 0, max: 63 }), { maxLength: MAX_DISTANCE });
  fc.assert(
    fc.property(hash, bits, (value, flipped) => {
      const other = flipped.reduce((changed, bit) => changed ^ (1n << BigInt(bit)), value);
      assert.equal(hammingDistance(hex(value), hex(other)), flipped.length);
      const bands = new Set(bandsOf(hex(value)));
      assert.ok(bandsOf(hex(other)).some((band) => bands.has(band)));
    }),
  );
  // One different bit in each band: no band is shared.
  const bands = new Set(bandsOf('0000000000000000'));
  assert.ok(!bandsOf('0101010101010101').some((band) => bands.has(band)));
});

test('bands at different positions are different numbers', () => {
  assert.equal(new Set(bandsOf('abababababababab')).size, 8);
});
