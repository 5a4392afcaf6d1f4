import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { AppError } from '../../../src/core/errors.ts';
import { bareAddress, callerAddress } from '../../../src/limits/caller-address.ts';
import { createAttemptGuard, createMemoryWindow, WINDOW_SECONDS } from '../../../src/limits/limits.ts';

const HOUR_MS = 3_600_000;

function atFixedTime(t: TestContext): void {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'], now: Date.UTC(2026, 0, 1) });
}

describe('the hourly quota', () => {
  it('gives parallel requests different numbers', async (t) => {
    atFixedTime(t);
    const quota = createMemoryWindow(WINDOW_SECONDS);
    const states = await Promise.all(Array.from({ length: 1_000 }, () => quota.take('a')));
    const numbers = states.map(({ used }) => used).sort((a, b) => a - b);
    assert.deepEqual(
      numbers,
      Array.from({ length: 1_000 }, (_, i) => i + 1),
    );
    assert.equal((await quota.take('b')).used, 1, 'another caller has another window');
  });

  it('counts in a fixed window that the first request opens', async (t) => {
    atFixedTime(t);
    const quota = createMemoryWindow(WINDOW_SECONDS);
    assert.deepEqual(await quota.peek('a'), { used: 0, msLeft: HOUR_MS });
    assert.deepEqual(await quota.take('a'), { used: 1, msLeft: HOUR_MS });
    t.mock.timers.tick(HOUR_MS - 1_000);
    assert.deepEqual(await quota.take('a'), { used: 2, msLeft: 1_000 }, 'the second request does not move it');
    assert.deepEqual(await quota.peek('a'), { used: 2, msLeft: 1_000 }, 'peek does not count');
    t.mock.timers.tick(1_000);
    assert.deepEqual(await quota.take('a'), { used: 1, msLeft: HOUR_MS });
  });
});

describe('the attempt guard', () => {
  it('allows ten attempts per address and e-mail in 15 minutes, and gives the seconds to wait', async (t) => {
    atFixedTime(t);
    const guard = createAttemptGuard();
    const tries = await Promise.allSettled(Array.from({ length: 25 }, () => guard.count('192.0.2.1', 'a@example.com')));
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 10);
    await assert.rejects(guard.count('192.0.2.1', 'a@example.com'), (error: unknown) => {
      assert.ok(error instanceof AppError);
      assert.deepEqual([error.code, error.retryAfterSeconds], ['TOO_MANY_ATTEMPTS', 900]);
      return true;
    });
    await guard.count('192.0.2.2', 'a@example.com');
    await guard.count('192.0.2.1', 'b@example.com');
    t.mock.timers.tick(900_000);
    await guard.count('192.0.2.1', 'a@example.com');
  });
});

describe('the address of a caller', () => {
  for (const [given, counted] of [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['::1', '::/64'],
    ['64:ff9b::192.0.2.7', '192.0.2.7'],
    ['64:ff9b::c000:207', '192.0.2.7'],
    ['64:ff9b:1::c000:207', '64:ff9b:1::/64'],
    ['2002:c000:207::1', '192.0.2.7'],
    ['2002:c000:207:5:6:7:8:9', '192.0.2.7'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['not an address', 'not an address'],
  ] as const) {
    it(`${given} is counted as ${counted}`, () => {
      assert.equal(callerAddress(given), counted);
    });
  }

  for (const [given, bare] of [
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:5556', '192.0.2.7'],
    ['2001:db8::3', '2001:db8::3'],
    ['[2001:db8::3]', '2001:db8::3'],
    ['[2001:db8::3]:80', '2001:db8::3'],
    ['[192.0.2.7]:80', '192.0.2.7'],
    ['2001:db8::3:80', '2001:db8::3:80'],
    ['unknown', undefined],
    ['_hidden:80', undefined],
    ['', undefined],
    ['1', undefined],
    ['0x7f.1', undefined],
    ['192.0.2.7:', undefined],
    ['192.0.2.7:port', undefined],
    ['[2001:db8::3]80', undefined],
  ] as const) {
    it(`${given} of a proxy is ${bare ?? 'no address'}`, () => assert.equal(bareAddress(given), bare));
  }

  it('is the same within a /64 and different for the next', () => {
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

  it('differs for every IPv4 address, mapped or not', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.ipV4(), (a, b) => {
        assert.equal(callerAddress(a) === callerAddress(`::ffff:${b}`), a === b);
      }),
    );
  });
});
