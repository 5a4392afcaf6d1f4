import assert from 'node:assert/strict';
import { it } from 'node:test';
import { growthLine, growthOf, judge, type Sample } from '../bench/soak/verdict.ts';

const MINUTE = 60;

const sampleAt = (minute: number, change: Partial<Sample> = {}): Sample => ({
  seconds: minute * MINUTE,
  ...{ rss: 200e6, anonymous: 140e6, heapUsed: 50e6, heapTotal: 60e6, external: 10e6, decoders: 250e6 },
  ...{ descriptors: 50, backlogSeconds: 1, deadJobs: 0, decodersLost: 0 },
  ...change,
});
/** A run of 30 minutes, with a sample each minute. */
const runOf = (change: (minute: number) => Partial<Sample> = () => ({})) =>
  Array.from({ length: 31 }, (_, minute) => sampleAt(minute, change(minute)));
const judged = (samples: Sample[], last = sampleAt(31), errors = 0) => judge(samples, 10 * MINUTE, last, errors);

it('growth is that of the line through all points', () => {
  assert.equal(growthOf([]), 0);
  assert.equal(growthOf([[0, 5]]), 0);
  assert.ok(Math.abs(growthOf([[0, 1], [1, 3], [2, 5]]) - 4) < 1e-9); // biome-ignore format: one line
  const noisy = Array.from({ length: 100 }, (_, x) => [x, x % 2] as const);
  assert.ok(Math.abs(growthOf(noisy)) < 0.1);
});

it('a run tells the growth after its warm-up an hour, with the error of that figure', () => {
  const even = growthLine(
    runOf((minute) => ({ rss: 300e6 + minute * 1e6 })),
    10 * MINUTE,
  );
  assert.equal(
    even,
    'growth in the 20 minutes after the warm-up: service 60 ± 0 MB an hour, decoders 0 ± 0 MB an hour',
  );
  const noisy = growthLine(
    runOf((minute) => ({ rss: 300e6 + (minute % 2) * 20e6 })),
    10 * MINUTE,
  );
  assert.match(noisy, /service -?\d ± (2[0-9]) MB an hour/);
  assert.match(growthLine([], 0), /in the 0 minutes/);
});

it('a soak passes that grows only while it warms up, and varies later', () => {
  assert.deepEqual(judged(runOf((minute) => ({ rss: 150e6 + Math.min(minute, 10) * 20e6 }))), []);
  assert.deepEqual(judged(runOf((minute) => ({ rss: 300e6 + (minute % 3) * 40e6 }))), []);
});

it('a soak fails for each thing that grows or fails', () => {
  const failures: [Sample[], Sample | undefined, number, RegExp][] = [
    [runOf((minute) => ({ rss: 200e6 + minute * 3e6 })), undefined, 0, /memory of the service grew by 60 MB/],
    [runOf((minute) => ({ decoders: 250e6 + minute * 3e6 })), undefined, 0, /memory of decoders grew by 60 MB/],
    [runOf((minute) => ({ descriptors: 50 + minute * 2 })), undefined, 0, /open descriptors grew by 40/],
    [runOf(), undefined, 2, /2 requests failed/],
    [runOf(), sampleAt(31, { backlogSeconds: 61 }), 0, /a job waits since 61 s/],
    [runOf(), sampleAt(31, { deadJobs: 1 }), 0, /1 jobs have failed/],
    [runOf(), sampleAt(31, { decodersLost: 1 }), 0, /1 decoders were lost/],
    [runOf().slice(0, 12), undefined, 0, /too few samples/],
  ];
  for (const [samples, last, errors, problem] of failures) {
    const problems = judged(samples, last, errors);
    assert.equal(problems.length, 1, problems.join());
    assert.match(problems[0] ?? '', problem);
  }
});
