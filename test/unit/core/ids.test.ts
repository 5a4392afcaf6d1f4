import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { BASE62, base62Of32Bits, isImageId, newId, newImageId, randomBase62 } from '../../../src/core/ids.ts';

describe('ids', () => {
  it('of images are 12 unique base62 characters', () => {
    const ids = Array.from({ length: 10_000 }, newImageId);
    for (const id of ids) assert.ok(/^[0-9A-Za-z]{12}$/.test(id) && isImageId(id), id);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('have uniformly distributed characters', () => {
    const draws = 620_000;
    const counts = new Map<string, number>([...BASE62].map((character) => [character, 0]));
    for (const character of randomBase62(draws)) counts.set(character, (counts.get(character) ?? 0) + 1);
    assert.equal(counts.size, 62);
    const chiSquare = (found: Iterable<number>, expected: number) =>
      [...found].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    // 61 degrees of freedom: chance passes 120 once in 100,000 runs.
    assert.ok(chiSquare(counts.values(), draws / 62) < 120);
    // Control: a byte modulo 62 prefers the first eight characters, which the test detects.
    const biased = Array.from({ length: 62 }, (_, i) => (draws / 256) * (i < 8 ? 5 : 4));
    assert.ok(chiSquare(biased, draws / 62) > 120);
  });

  it('are recognized by their format', () => {
    for (const text of [
      '',
      'a'.repeat(11),
      'a'.repeat(13),
      'aaaaaaaaaaa-',
      'aaaaaaaaaaa\n',
      'aaaaaaaaaaaé',
      '../aaaaaaaaa',
    ])
      assert.equal(isImageId(text), false, JSON.stringify(text));
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => isImageId(text) === /^[0-9A-Za-z]{12}$/.test(text)));
  });

  it('of all other kinds begin with their kind', () => {
    for (const kind of ['acc', 'alb', 'job', 'key', 'req'] as const)
      assert.match(newId(kind), new RegExp(`^${kind}_[0-9A-Za-z]{20}$`));
  });

  it('have the requested length', () => {
    for (const length of [0, 1, 63, 1_000]) assert.equal(randomBase62(length).length, length);
  });

  it('encode a 32-bit number in six characters', () => {
    const back = (text: string) => [...text].reduce((value, character) => value * 62 + BASE62.indexOf(character), 0);
    fc.assert(
      fc.property(fc.nat(0xffffffff), (value) => {
        const text = base62Of32Bits(value);
        assert.equal(text.length, 6);
        assert.equal(back(text), value);
      }),
    );
    assert.equal(base62Of32Bits(-1), base62Of32Bits(0xffffffff));
  });
});
