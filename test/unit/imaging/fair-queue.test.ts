import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFairQueue, type FairQueue, type FairQueueOptions } from '../../../src/imaging/fair-queue.ts';
import type { JobOrigin } from '../../../src/imaging/port.ts';

const upload = (caller: string): JobOrigin => ({ kind: 'upload', caller });
const derived = (caller: string): JobOrigin => ({ kind: 'derived', caller });

class Refused extends Error {}

/** Lets settled promises call back. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A queue with its workers, and a record of which jobs ran and which were refused, in order. */
function opened(
  options: Partial<FairQueueOptions> = {},
  create: (options: FairQueueOptions) => FairQueue<number> = createFairQueue,
) {
  const queue = create({ workers: 1, maxWaiting: 100, refusal: () => new Refused(), ...options });
  const started: string[] = [];
  const refused: string[] = [];
  const running: { name: string; worker: number }[] = [];
  for (let i = 0; i < (options.workers ?? 1); i++) queue.offer(i);

  async function ask(name: string, origin: JobOrigin): Promise<void> {
    try {
      const worker = await queue.acquire(origin);
      started.push(name);
      running.push({ name, worker });
    } catch (error) {
      assert.ok(error instanceof Refused);
      refused.push(name);
    }
  }

  return {
    queue,
    started,
    refused,
    names: () => running.map(({ name }) => name),
    /** Adds jobs that are named after their caller. */
    async add(...origins: JobOrigin[]) {
      for (const origin of origins) void ask(origin.caller, origin);
      await settle();
    },
    /** Ends the running job that began first, or the named one. */
    async end(name?: string) {
      const at = name === undefined ? 0 : running.findIndex((job) => job.name === name);
      const [job] = running.splice(at, 1);
      assert.ok(job, 'a job runs');
      queue.ended(job.worker);
      queue.offer(job.worker);
      await settle();
    },
  };
}

/** Ends all jobs one after another. @returns the order in which they ran */
async function drain(under: ReturnType<typeof opened>): Promise<string> {
  while (under.names().length > 0) await under.end();
  return under.started.join('');
}

const times = (count: number, origin: JobOrigin) => Array.from({ length: count }, () => origin);

describe('turns', () => {
  it('leaves a worker to others after a slow job of a caller', async () => {
    const under = opened({ workers: 2 });
    await under.add(upload('a'), upload('a'), upload('a'), upload('a'));
    assert.deepEqual(under.names(), ['a', 'a'], 'alone and not slow so far, it holds both');
    await sleep(520);
    await under.end();
    assert.deepEqual(under.names(), ['a'], 'from now on it holds one');
    await under.add(upload('b'));
    assert.deepEqual(under.names(), ['a', 'b'], 'another caller does not wait');
    await under.end('a');
    assert.deepEqual(under.names(), ['b', 'a']);
  });

  it('count the time of a job from its beginning, not from the start of its worker', async () => {
    const under = opened({ workers: 2 });
    await under.add(upload('a'));
    await sleep(520);
    under.queue.began(0);
    await under.end();
    await under.add(upload('a'), upload('a'));
    assert.deepEqual(under.names(), ['a', 'a'], 'it is not slow');
  });

  it('alternate between the callers that wait, in any order of arrival', async () => {
    const under = opened();
    await under.add(...times(5, upload('a')), ...times(2, upload('b')), upload('c'));
    assert.equal(await drain(under), 'aabcabaa');
  });

  it('go to the caller that holds the fewest workers', async () => {
    const under = opened({ workers: 3 });
    await under.add(...times(9, upload('a')), upload('b'), upload('c'));
    assert.deepEqual(under.names(), ['a', 'a', 'a']);
    await under.end();
    await under.end();
    assert.deepEqual(under.names().sort(), ['a', 'b', 'c']);
    await under.add(...times(3, upload('b')));
    await under.end('c');
    // Each holds one: it is the turn of a, which was served before b.
    assert.deepEqual(under.names().sort(), ['a', 'a', 'b']);
    await under.end('a');
    assert.deepEqual(under.names().sort(), ['a', 'b', 'b'], 'b holds no fewer, and its turn is longer ago');
  });

  it('keep all workers busy for a caller that is alone', async () => {
    const under = opened({ workers: 4 });
    await under.add(...times(6, upload('a')));
    assert.deepEqual(under.queue.load().upload, { running: 4, waiting: 2 });
  });

  it('count derived jobs of a caller against its uploads', async () => {
    const under = opened({ workers: 2 });
    await under.add(derived('a'), upload('x'), upload('a'), upload('b'));
    await under.end('x');
    assert.deepEqual(under.names(), ['a', 'b']);
  });

  it('control: the same check finds a queue that serves in the order of arrival', async () => {
    const under = opened({}, createFifo);
    await under.add(...times(5, upload('a')), ...times(2, upload('b')), upload('c'));
    assert.equal(await drain(under), 'aaaaabbc');
  });
});

describe('derived jobs', () => {
  it('never hold the last worker', async () => {
    const under = opened({ workers: 3 });
    await under.add(...times(5, derived('a')), derived('b'));
    assert.deepEqual(under.queue.load().derived, { running: 2, waiting: 4 });
    await under.add(upload('u'));
    assert.ok(under.names().includes('u'));
    await under.end('a');
    assert.deepEqual(under.names().sort(), ['a', 'b', 'u'], 'another caller goes first among them too');
  });

  it('start beside an idle worker when one of them ends', async () => {
    const under = opened({ workers: 2 });
    await under.add(derived('a'), derived('b'));
    assert.deepEqual(under.names(), ['a']);
    await under.end('a');
    assert.deepEqual(under.names(), ['b']);
  });

  it('get every fourth turn while uploads wait', async () => {
    const under = opened({ workers: 2 });
    await under.add(...times(9, upload('u')), ...times(3, derived('d')));
    assert.equal(await drain(under), 'uuuduuuduuud');
  });

  it('wait for all uploads where there is one worker', async () => {
    const under = opened();
    await under.add(upload('u'), ...times(2, derived('d')), ...times(6, upload('u')));
    assert.equal(await drain(under), 'uuuuuuudd');
  });

  it('are refused when they wait too long, and uploads are not', async (t: TestContext) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const under = opened({ maxDerivedWaitMs: 1_000 });
    await under.add(upload('busy'), derived('d'), upload('u'));
    t.mock.timers.tick(999);
    await settle();
    assert.deepEqual(under.refused, []);
    t.mock.timers.tick(1);
    await settle();
    assert.deepEqual(under.refused, ['d']);
    assert.deepEqual(under.queue.load(), { upload: { running: 1, waiting: 1 }, derived: { running: 0, waiting: 0 } });
    assert.equal(await drain(under), 'busyu');
  });
});

describe('a full queue', () => {
  it('refuses the last job of the caller with the most waiting jobs', async () => {
    const under = opened({ maxWaiting: 4 });
    await under.add(upload('x'), ...times(3, upload('a')), upload('b'));
    await under.add(upload('c'));
    assert.deepEqual(under.refused, ['a']);
    await under.add(upload('a'));
    assert.deepEqual(under.refused, ['a', 'a'], 'a caller without fewer waiting jobs displaces nobody');
    assert.equal(under.queue.load().upload.waiting, 4);
    assert.equal(await drain(under), 'xabca');
  });

  it('refuses the newcomer where all have as many', async () => {
    const under = opened({ maxWaiting: 2 });
    await under.add(upload('x'), upload('a'), upload('b'), upload('c'), upload('a'));
    assert.deepEqual(under.refused, ['c', 'a']);
  });

  it('of derived jobs does not refuse uploads', async () => {
    const under = opened({ maxWaiting: 2 });
    await under.add(upload('x'), ...times(5, derived('a')), upload('b'));
    assert.deepEqual(under.refused, ['a', 'a', 'a']);
    assert.deepEqual(under.queue.load(), { upload: { running: 1, waiting: 1 }, derived: { running: 0, waiting: 2 } });
  });

  it('refuses nothing that an idle worker takes', async () => {
    const under = opened({ workers: 2, maxWaiting: 1 });
    await under.add(...times(3, upload('a')));
    assert.deepEqual(under.refused, []);
    await under.add(upload('a'));
    assert.deepEqual(under.refused, ['a']);
  });
});

describe('workers', () => {
  it('can be removed while idle, and replaced after a job', async () => {
    const under = opened({ workers: 2 });
    assert.equal(under.queue.removeIdle(0), true);
    assert.equal(under.queue.removeIdle(0), false);
    await under.add(upload('a'), upload('b'));
    assert.deepEqual(under.names(), ['a']);
    assert.equal(under.queue.removeIdle(1), false, 'it works');
    under.queue.ended(1);
    under.queue.offer(7);
    await settle();
    assert.deepEqual(under.started, ['a', 'b']);
  });

  it('get no job after the waiting ones were refused', async () => {
    const under = opened();
    await under.add(upload('a'), upload('b'), derived('c'));
    under.queue.refuseWaiting();
    await settle();
    assert.deepEqual(under.refused, ['b', 'c']);
    assert.equal(await drain(under), 'a');
  });
});

/** A planted unfair queue. */
function createFifo(): FairQueue<number> {
  const idle: number[] = [];
  const waiting: ((worker: number) => void)[] = [];
  const offer = (worker: number) => {
    const next = waiting.shift();
    if (next === undefined) idle.push(worker);
    else next(worker);
  };
  return {
    offer,
    acquire: () =>
      new Promise((give) => {
        waiting.push(give);
        const worker = idle.shift();
        if (worker !== undefined) offer(worker);
      }),
    began() {},
    ended() {},
    removeIdle: () => false,
    refuseWaiting() {},
    load: () => ({ upload: { running: 0, waiting: 0 }, derived: { running: 0, waiting: 0 } }),
  };
}
