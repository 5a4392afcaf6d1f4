import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { AppError } from '../../../src/core/errors.ts';
import { createAttemptGuard, createMemoryQuota } from '../../../src/limits/limits.ts';

const HOUR_MS = 3_600_000;

function atFixedTime(t: TestContext): void {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'], now: Date.UTC(2026, 0, 1) });
}

describe('the hourly quota', () => {
  it('gives each of many parallel requests a number of its own', async (t) => {
    atFixedTime(t);
    const quota = createMemoryQuota();
    const states = await Promise.all(Array.from({ length: 1_000 }, () => quota.take('a')));
    const numbers = states.map(({ used }) => used).sort((a, b) => a - b);
    assert.deepEqual(
      numbers,
      Array.from({ length: 1_000 }, (_, i) => i + 1),
    );
    assert.equal((await quota.take('b')).used, 1, 'another caller has a window of its own');
  });

  it('counts in a fixed window that the first request opens', async (t) => {
    atFixedTime(t);
    const quota = createMemoryQuota();
    assert.deepEqual(await quota.peek('a'), { used: 0, msLeft: HOUR_MS });
    assert.deepEqual(await quota.take('a'), { used: 1, msLeft: HOUR_MS });
    t.mock.timers.tick(HOUR_MS - 1_000);
    assert.deepEqual(await quota.take('a'), { used: 2, msLeft: 1_000 }, 'the second one does not move it');
    assert.deepEqual(await quota.peek('a'), { used: 2, msLeft: 1_000 }, 'looking does not count');
    t.mock.timers.tick(1_000);
    assert.deepEqual(await quota.take('a'), { used: 1, msLeft: HOUR_MS });
  });
});

describe('the guard of attempts', () => {
  it('lets ten of an address and email pass in a quarter of an hour, and says when to come back', async (t) => {
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
