import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as tick } from 'node:timers/promises';
import { createSemaphore } from '../../../src/lib/throttle.ts';

describe('the semaphore', () => {
  it('runs at most so many tasks at once, in order, also after failures', async () => {
    const inTurn = createSemaphore(3);
    const begun: number[] = [];
    let running = 0;
    let most = 0;
    const tasks = Array.from({ length: 20 }, (_, i) =>
      inTurn(async () => {
        begun.push(i);
        most = Math.max(most, ++running);
        for (let j = 0; j < (i * 7) % 5; j++) await tick();
        running--;
        if (i % 4 === 0) throw new Error(`planted ${i}`);
        return i;
      }),
    );
    const results = await Promise.allSettled(tasks);
    assert.equal(most, 3);
    assert.deepEqual(
      begun,
      Array.from({ length: 20 }, (_, i) => i),
    );
    for (const [i, result] of results.entries()) assert.equal(result.status, i % 4 === 0 ? 'rejected' : 'fulfilled');
  });

  it('is free again after all tasks, also after synchronous errors', async () => {
    const inTurn = createSemaphore(1);
    const thrower = () => {
      throw new Error('planted');
    };
    await assert.rejects(inTurn(thrower), /planted/);
    assert.equal(await inTurn(async () => 'next'), 'next');
  });
});
