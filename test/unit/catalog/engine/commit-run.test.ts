import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coversCommits, createCommitRun, extendRun } from '../../../../src/catalog/engine/commit-run.ts';

test('a run covers the commits between its ends, and no other', () => {
  const run = createCommitRun();
  for (const before of [10, 11, 12]) extendRun(run, before, before + 1);
  const asked = [
    [10, 13],
    [11, 12],
    [12, 12],
    [9, 12],
    [12, 14],
    [13, 10],
  ] as const;
  assert.deepEqual(
    asked.map(([before, after]) => coversCommits(run, before, after)),
    [true, true, true, false, false, false],
  );
});

test('a commit of another process ends a run', () => {
  const run = createCommitRun();
  extendRun(run, 10, 11);
  extendRun(run, 12, 13);
  assert.equal(coversCommits(run, 10, 13), false);
  assert.equal(coversCommits(run, 11, 13), false);
  assert.equal(coversCommits(run, 12, 13), true);
});

test('counters wrap around, and one that begins anew is in no run', () => {
  const run = createCommitRun();
  const last = 2 ** 31 - 1;
  extendRun(run, last - 1, last);
  extendRun(run, last, (last + 1) | 0);
  assert.equal(coversCommits(run, last - 1, (last + 1) | 0), true);
  assert.equal(coversCommits(run, last, 3), false);
});
