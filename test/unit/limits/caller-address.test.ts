import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { callerAddress } from '../../../src/limits/limits.ts';

describe('the address of a caller', () => {
  for (const [given, counted] of [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['::1', '::/64'],
    ['not an address', 'not an address'],
  ] as const) {
    it(`${given} is counted as ${counted}`, () => {
      assert.equal(callerAddress(given), counted);
    });
  }

  it('is one for a whole /64 and another for the next', () => {
    const groups = (count: number) =>
      fc.array(
        fc.nat(0xffff).map((group) => group.toString(16)),
        { minLength: count, maxLength: count },
      );
    fc.assert(
      fc.property(groups(4), groups(4), groups(4), (network, host, other) => {
        // Mapped IPv4 addresses are in ::/96.
        const first = ['2001', ...network.slice(1)];
        const [one, two] = [host, other].map((rest) => callerAddress([...first, ...rest].join(':')));
        assert.equal(one, two);
        const next = ['2002', ...network.slice(1), ...host].join(':');
        assert.notEqual(callerAddress(next), one);
      }),
    );
  });

  it('keeps every IPv4 address apart, mapped or not', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.ipV4(), (a, b) => {
        assert.equal(callerAddress(a) === callerAddress(`::ffff:${b}`), a === b);
      }),
    );
  });
});
