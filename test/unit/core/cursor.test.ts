import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { decodeCursor, encodeCursor } from '../../../src/core/cursor.ts';

const SECRET = Buffer.alloc(32, 7);
const SCOPE = ['images', 'acc_1', 'newest'];
const position = fc.record(
  { value: fc.nat({ max: Number.MAX_SAFE_INTEGER }), id: fc.string({ minLength: 1 }) },
  { noNullPrototype: true },
);
const refused = { code: 'INVALID_CURSOR', param: 'cursor' };

describe('cursors', () => {
  it('round-trip, and need no escaping in a URL', () => {
    fc.assert(
      fc.property(position, (given) => {
        const cursor = encodeCursor(SECRET, SCOPE, given);
        assert.match(cursor, /^[A-Za-z0-9_-]+$/);
        assert.deepEqual(decodeCursor(SECRET, SCOPE, cursor), given);
      }),
    );
  });

  it('are refused with one character changed, added or removed', () => {
    fc.assert(
      fc.property(position, fc.nat(), fc.constantFrom(...'AZaz09-_=. %'), (given, at, character) => {
        const cursor = encodeCursor(SECRET, SCOPE, given);
        const i = at % cursor.length;
        const changed = [
          cursor.slice(0, i) + character + cursor.slice(i + 1),
          cursor.slice(0, i) + character + cursor.slice(i),
          cursor.slice(0, i) + cursor.slice(i + 1),
        ].filter((one) => one !== cursor);
        for (const one of changed) assert.throws(() => decodeCursor(SECRET, SCOPE, one), refused, one);
      }),
    );
  });

  it('are valid for one scope and one secret only', () => {
    const cursor = encodeCursor(SECRET, SCOPE, { value: 1, id: 'a' });
    for (const scope of [
      ['images', 'acc_2', 'newest'],
      ['images', 'acc_1', 'oldest'],
      ['images', 'acc_1'],
      ['imagesacc_1newest'],
    ]) {
      assert.throws(() => decodeCursor(SECRET, scope, cursor), refused);
    }
    assert.throws(() => decodeCursor(Buffer.alloc(32, 8), SCOPE, cursor), refused);
    assert.deepEqual(decodeCursor(SECRET, SCOPE, cursor), { value: 1, id: 'a' });
  });

  it('are refused in any other format', () => {
    fc.assert(fc.property(fc.string(), (text) => assert.throws(() => decodeCursor(SECRET, SCOPE, text), refused)));
  });
});
