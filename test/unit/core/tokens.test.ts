import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { BASE62, hashToken, newToken, tokenKind } from '../../../src/core/ids.ts';

describe('tokens', () => {
  it('have a prefix for their kind', () => {
    assert.match(newToken('api-key'), /^imgd_[0-9A-Za-z]{38}$/);
    assert.match(newToken('delete-token'), /^imgdd_[0-9A-Za-z]{38}$/);
    assert.equal(tokenKind(newToken('api-key')), 'api-key');
    assert.equal(tokenKind(newToken('delete-token')), 'delete-token');
    assert.notEqual(newToken('api-key'), newToken('api-key'));
  });

  it('have a checksum that detects one wrong character', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('api-key' as const, 'delete-token' as const),
        fc.nat(37),
        fc.constantFrom(...BASE62),
        (kind, index, character) => {
          const token = newToken(kind);
          const at = token.length - 38 + index;
          const mistyped = token.slice(0, at) + character + token.slice(at + 1);
          assert.equal(tokenKind(mistyped), mistyped === token ? kind : undefined);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('have a checksum that covers the prefix', () => {
    assert.equal(tokenKind(newToken('api-key').replace('imgd_', 'imgdd_')), undefined);
    assert.equal(tokenKind(newToken('delete-token').replace('imgdd_', 'imgd_')), undefined);
  });

  it('are recognized only in their exact form', () => {
    const token = newToken('api-key');
    for (const text of ['', 'imgd_', token.slice(0, -1), `${token}a`, ` ${token}`, `${token}\n`, token.toUpperCase()])
      assert.equal(tokenKind(text), undefined, JSON.stringify(text));
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => tokenKind(text) === undefined));
  });

  it('are stored as their SHA-256', () => {
    assert.equal(hashToken('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
