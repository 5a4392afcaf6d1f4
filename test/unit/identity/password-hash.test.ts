import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../../src/core/errors.ts';
import {
  createHashThreads,
  createPasswordCheck,
  DUMMY_HASH,
  hashPassword,
} from '../../../src/identity/password-hash.ts';

const task = { password: 'the password' };

describe('the threads that hash passwords', () => {
  it('hash and compare', async () => {
    const hash = await hashPassword('the password');
    assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const check = createPasswordCheck();
    const answers = [
      await check(hash, 'the password'),
      await check(hash, 'another'),
      await check(null, 'the password'),
    ];
    assert.deepEqual(answers, [true, false, false]);
    await assert.rejects(createHashThreads()({ hashed: 'no hash', password: 'x' }), /cannot be hashed/);
  });

  it('refuse a password beyond the queue with 503 and the seconds to wait, and finish the others', async () => {
    const run = createHashThreads({ threads: 1, maxWaiting: 3 });
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => run({ ...task, hashed: DUMMY_HASH })));
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 4, 'one at work, three wait');
    const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    for (const error of refusals) {
      assert.ok(error instanceof AppError);
      assert.deepEqual([error.code, error.status, error.retryAfterSeconds], ['SERVICE_UNAVAILABLE', 503, 2]);
    }
    assert.equal(await run({ ...task, hashed: DUMMY_HASH }), false);
  });
});

/** Replies with the number of the thread and of its task. */
const PROGRAM = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads';
    let tasks = 0;
    parentPort.on('message', ({ password }) => {
      if (password === 'exit') process.exit(3);
      if (password === 'throw') throw new Error('planted');
      parentPort.postMessage({ made: threadId + ' ' + ++tasks });
    });`)}`,
);

describe('a thread that hashes passwords', () => {
  it('is used again, and ends when it is idle', async () => {
    const run = createHashThreads({ threads: 2, idleMs: 1_000, program: PROGRAM });
    const [thread] = String(await run(task)).split(' ');
    assert.equal(await run(task), `${thread} 2`);
    await sleep(1_500);
    const [another, number] = String(await run(task)).split(' ');
    assert.notEqual(another, thread);
    assert.equal(number, '1');
  });

  it('that ends fails its own password only, and is replaced', async () => {
    const run = createHashThreads({ threads: 1, program: PROGRAM });
    for (const password of ['exit', 'throw']) {
      const outcomes = await Promise.allSettled([run(task), run({ password }), run(task)]);
      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ['fulfilled', 'rejected', 'fulfilled'],
      );
    }
  });
});
