import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCallerFlight, createCoalescedRun } from '../../../src/lib/coalesce.ts';

/** Work that the test ends. */
function controlled() {
  const begun: { name: string; end: () => void; fail: (error: Error) => void }[] = [];
  const run = createCoalescedRun((name) => new Promise<void>((end, fail) => begun.push({ name, end, fail })));
  return { begun, run };
}

test('all callers during a run share the next one', async () => {
  const { begun, run } = controlled();
  const first = run('a');
  const later = Promise.all([run('a'), run('a'), run('a')]);
  assert.equal(begun.length, 1);
  begun[0]?.end();
  await first;
  assert.equal(begun.length, 2);
  const last = run('a');
  assert.equal(begun.length, 2, 'the second is still running');
  begun[1]?.end();
  await later;
  assert.equal(begun.length, 3);
  begun[2]?.end();
  await last;
  const alone = run('a');
  assert.equal(begun.length, 4);
  begun[3]?.end();
  await alone;
});

test('names do not wait for each other', async () => {
  const { begun, run } = controlled();
  const both = [run('a'), run('b')];
  assert.deepEqual(
    begun.map(({ name }) => name),
    ['a', 'b'],
  );
  for (const { end } of begun) end();
  await Promise.all(both);
});

test('a failure reaches the callers of its run only', async () => {
  const { begun, run } = controlled();
  const first = assert.rejects(run('a'), /broken/);
  const later = run('a');
  begun[0]?.fail(new Error('broken'));
  await first;
  begun[1]?.end();
  await later;
});

test('a caller that joins a refused run of another caller runs the work itself, and one that joins its own does not', async () => {
  class Refusal extends Error {}
  const flights = createCallerFlight<string>((error) => error instanceof Refusal);
  const runs: string[] = [];
  const ask = (caller: string, allowed: boolean) =>
    flights('name', caller, async () => {
      runs.push(caller);
      await Promise.resolve();
      if (!allowed) throw new Refusal(caller);
      return caller;
    }).catch((error: Error) => `refused ${error.message}`);
  const answers = await Promise.all([ask('a', false), ask('a', false), ask('b', true), ask('c', true)]);
  assert.deepEqual(answers, ['refused a', 'refused a', 'b', 'b']);
  assert.deepEqual(runs, ['a', 'b']);
});

test('an error that is no refusal is that of all callers', async () => {
  const flights = createCallerFlight<string>(() => false);
  let runs = 0;
  const ask = (caller: string) =>
    flights('name', caller, async () => {
      runs++;
      throw new Error('broken');
    });
  for (const outcome of await Promise.allSettled([ask('a'), ask('b')])) assert.equal(outcome.status, 'rejected');
  assert.equal(runs, 1);
});
