import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { expiresAt, parseExpiryHours, timestamp } from '../../../src/core/time.ts';

describe('expiry', () => {
  it('is whole hours within the limit, and permanent when absent', () => {
    for (const [text, hours] of [
      [undefined, 0],
      ['', 0],
      ['0', 0],
      ['1', 1],
      ['007', 7],
      ['24', 24],
    ] as const)
      assert.equal(parseExpiryHours(text, 24), hours, String(text));
  });

  it('is refused in every other format, with the allowed range', () => {
    for (const text of [
      '25',
      '-1',
      '1.5',
      '1e1',
      ' 1',
      '1 ',
      '+1',
      '0x1',
      '٣',
      'abc',
      '1\n',
      '9'.repeat(400),
      'NaN',
      'Infinity',
    ]) {
      const refusal = { code: 'INVALID_EXPIRY', param: 'expiry', details: { min: 0, max: 24 } };
      assert.throws(() => parseExpiryHours(text, 24), refusal, JSON.stringify(text));
    }
  });

  it('accepts exactly the decimal numbers from 0 to the limit', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.integer().map(String), fc.string(), fc.double().map(String)),
        fc.integer({ min: 1, max: 87_600 }),
        (text, max) => {
          const right = text === '' || (/^[0-9]+$/.test(text) && Number(text) <= max);
          if (right) assert.equal(parseExpiryHours(text, max), Number(text));
          else assert.throws(() => parseExpiryHours(text, max), { code: 'INVALID_EXPIRY' });
        },
      ),
    );
  });

  it('is exactly the hours after the shown time of the upload', () => {
    fc.assert(
      fc.property(fc.nat(4_000_000_000_000), fc.integer({ min: 1, max: 87_600 }), (uploadedAt, hours) => {
        const shown = [uploadedAt, expiresAt(uploadedAt, { afterSeconds: hours * 3_600 }) ?? 0].map((ms) =>
          Date.parse(timestamp(ms)),
        );
        assert.equal((shown[1] as number) - (shown[0] as number), hours * 3_600_000);
      }),
    );
    assert.equal(expiresAt(1_234, null), null);
  });
});

describe('timestamps', () => {
  it('are ISO 8601 in UTC with whole seconds', () => {
    assert.equal(timestamp(Date.UTC(2026, 10, 21, 2, 18, 35, 999)), '2026-11-21T02:18:35Z');
    assert.equal(timestamp(0), '1970-01-01T00:00:00Z');
    fc.assert(
      fc.property(fc.nat(4_000_000_000_000), (ms) => Date.parse(timestamp(ms)) === Math.floor(ms / 1_000) * 1_000),
    );
  });
});
