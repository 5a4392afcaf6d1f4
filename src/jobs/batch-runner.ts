import { buryJob, finishJob, type Job, leaseJobs, renewLease, rescheduleJob } from '../catalog/operations/jobs.ts';
import { createLoop } from './loop.ts';
import { retryDelay } from './retry-delay.ts';
import type { JobRunner, RunnerDeps } from './runner.ts';

/** A kind of which many jobs are done in one go, and which makes no other kind wait. */
export interface BatchKind {
  kind: string;
  /** Most jobs at once. */
  atMost: number;
  /** After so many failures a job is given up. */
  maxAttempts: number;
  /** How often to look for new ones, in milliseconds. */
  pollMs: number;
  /**
   * Every run must be safe to repeat.
   * @returns for each job why it failed, undefined = done; a failure may say when it may be tried again at the earliest
   */
  runAll(jobs: readonly Job[]): Promise<readonly (BatchFailure | undefined)[]>;
}

export interface BatchFailure {
  error: Error;
  retryAfterMs?: number | undefined;
}

const LEASE_MS = 60_000;
const RENEW_MS = 20_000;

/** Runs the jobs of one kind, as many at once as there are. Any number of nodes may do so, as with the other runner. */
export function createBatchRunner(deps: Omit<RunnerDeps, 'kinds' | 'kindsOfOthers'> & { kind: BatchKind }): JobRunner {
  const { db, clock, owner, kind } = deps;
  const loop = createLoop(runDue, kind.pollMs, (error) => deps.onFailure(kind.kind, error, false));

  async function runDue(): Promise<void> {
    while (!loop.stopped()) {
      const jobs = await leaseJobs(db, owner, clock.now(), LEASE_MS, kind.atMost, { only: [kind.kind] });
      if (jobs.length === 0) return;
      await runBatch(jobs);
    }
  }

  async function runBatch(jobs: readonly Job[]): Promise<void> {
    const renewal = setInterval(() => {
      const until = clock.now() + LEASE_MS;
      Promise.all(jobs.map(({ id }) => renewLease(db, id, owner, until))).catch((error) =>
        deps.onFailure(kind.kind, error, false),
      );
    }, RENEW_MS);
    try {
      const failures = await kind.runAll(jobs).catch((error: Error) => jobs.map((): BatchFailure => ({ error })));
      for (const [i, job] of jobs.entries()) {
        const failure = failures[i];
        if (failure === undefined) await finishJob(db, job.id, owner);
        else await putBack(job, failure);
      }
    } finally {
      clearInterval(renewal);
    }
  }

  async function putBack(job: Job, { error, retryAfterMs = 0 }: BatchFailure): Promise<void> {
    const dead = job.attempts >= kind.maxAttempts;
    deps.onFailure(kind.kind, error, dead);
    const now = clock.now();
    if (dead) return buryJob(db, job.id, owner, error.message, now);
    const runAtMs = now + Math.max(retryDelay(job.attempts), retryAfterMs);
    await rescheduleJob(db, job.id, owner, { runAtMs, error: error.message });
  }

  return { start: async () => loop.start(), runDue, stop: loop.stop };
}

/** Several runners as one. */
export function runTogether(runners: readonly JobRunner[]): JobRunner {
  return {
    async start() {
      for (const runner of runners) await runner.start();
    },
    async runDue() {
      for (const runner of runners) await runner.runDue();
    },
    async stop() {
      await Promise.all(runners.map((runner) => runner.stop()));
    },
  };
}
