import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs, retryWithBackoff, withTimeout } from '../../../src/lib/retry.ts';

function failing(times: number) {
  let calls = 0;
  const work = async () => {
    if (++calls <= times) throw new Error(`failure ${calls}`);
    return calls;
  };
  return { work, calls: () => calls };
}

describe('retryWithBackoff', () => {
  const options = { shouldRetry: (_error: unknown, attempt: number) => attempt < 3, firstPauseMs: 1 };

  it('tries again until the work succeeds', async () => {
    assert.equal(await retryWithBackoff(failing(2).work, options), 3);
  });

  it('throws the error of the last attempt', async () => {
    const { work, calls } = failing(3);
    await assert.rejects(retryWithBackoff(work, options), /failure 3/);
    assert.equal(calls(), 3);
  });

  it('does not retry an error that is not transient', async () => {
    const { work, calls } = failing(1);
    await assert.rejects(retryWithBackoff(work, { ...options, shouldRetry: () => false }), /failure 1/);
    assert.equal(calls(), 1);
  });

  it('starts no attempt after the time-out', async () => {
    const { work, calls } = failing(9);
    await assert.rejects(retryWithBackoff(work, { shouldRetry: () => true, firstPauseMs: 50, timeoutMs: 20 }));
    assert.equal(calls(), 1);
  });

  it('starts none either where a busy machine has made the pause longer', async () => {
    const { work, calls } = failing(9);
    const busy = async () => {
      setImmediate(() => {
        const end = performance.now() + 150;
        while (performance.now() < end);
      });
      return work();
    };
    const options = { shouldRetry: () => true, firstPauseMs: 10, timeoutMs: 100 };
    await assert.rejects(retryWithBackoff(busy, options), /failure 1/);
    assert.equal(calls(), 1);
  });
});

it('backoffMs doubles up to its maximum, with half of it as jitter', () => {
  for (const [attempt, nominal] of [10, 20, 40, 50, 50].entries()) {
    const ms = backoffMs(attempt + 1, 10, 50);
    assert.ok(ms >= nominal / 2 && ms < nominal * 1.5, `${ms}`);
  }
});

describe('withTimeout', () => {
  it('gives the result of the work', async () => {
    assert.equal(await withTimeout(1_000, async () => 1), 1);
  });

  it('rejects and aborts the signal when the time is over, also where the work does not listen', async () => {
    let signal: AbortSignal | undefined;
    const work = (given: AbortSignal) => {
      signal = given;
      return sleep(1_000, undefined, { ref: false });
    };
    await assert.rejects(withTimeout(10, work), /no answer within 10 ms/);
    assert.equal(signal?.aborted, true);
  });
});
