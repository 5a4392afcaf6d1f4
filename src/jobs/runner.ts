import {
  addJob,
  buryJob,
  causeOf,
  finishJobs,
  type Job,
  type JobFilter,
  leaseJobs,
  renewLease,
  rescheduleJob,
} from '../catalog/operations/jobs.ts';
import type { Db } from '../catalog/schema.ts';
import type { Clock } from '../lib/clock.ts';
import { type Tracing, tracedLater } from '../lib/tracing.ts';

/** One kind of job. Every run must be safe to repeat: when a runner dies, another one runs its job again. */
export interface JobKind {
  kind: string;
  /** A periodic kind runs again this long after each run; other kinds run once. */
  everyMs?: number;
  /** @returns for periodic kinds the payload of the next run; undefined = unchanged */
  run(payload: unknown): Promise<unknown>;
}

/** A kind whose jobs run in batches, in a queue of their own. Every run must be safe to repeat. */
export interface BatchKind {
  kind: string;
  /** Of the jobs of this queue: each batch has one, the first of these that has due jobs; absent = all. */
  priorities?: readonly number[];
  maxBatch: number;
  /** After this many failures a job is dead. */
  maxAttempts: number;
  pollMs: number;
  /** @returns the failure of each job; undefined = done; 'again' = there is more to do, and any node may do it */
  runAll(jobs: readonly Job[]): Promise<readonly (JobFailure | 'again' | undefined)[]>;
}

export interface JobFailure {
  error: unknown;
  /** The earliest time for the next attempt, from now. */
  retryAfterMs?: number | undefined;
}

export interface RunnerDeps {
  db: Db;
  clock: Clock;
  kinds: readonly JobKind[];
  batchKinds?: readonly BatchKind[];
  /** Identifies this process among those that share the catalog. */
  owner: string;
  tracing?: Pick<Tracing, 'start'> | undefined;
  /** @param dead the job has failed too often and will not run again */
  onFailure(kind: string, error: unknown, dead: boolean): void;
}

/** Runs due jobs. Any number of nodes may do so at once: each job is leased, and an expired lease can be taken over. */
export interface JobRunner {
  /** Adds the periodic jobs and starts polling. */
  start(): Promise<void>;
  /** Runs all jobs that are due now; for tests and the command line. */
  runDue(): Promise<void>;
  /** Stops polling and waits for the jobs that are running. */
  stop(): Promise<void>;
}

const POLL_MS = 1_000;
const LEASE_MS = 60_000;
const RENEW_MS = 20_000;
const MAX_ATTEMPTS = 12;
const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 3_600_000;

export function createJobRunner(deps: RunnerDeps): JobRunner {
  const { db, clock, owner, onFailure, batchKinds = [] } = deps;
  const asTrace = <T>(kind: string, jobs: readonly Job[], work: () => Promise<T>) =>
    tracedLater(
      deps.tracing,
      `job ${kind}`,
      jobs.map(({ payload }) => causeOf(payload)),
      { 'imgd.jobs': jobs.length },
      work,
    );
  const kinds = new Map(deps.kinds.map((kind) => [kind.kind, kind]));

  async function runOne(job: Job): Promise<void> {
    const kind = kinds.get(job.kind);
    try {
      if (kind === undefined) throw new Error(`This node has no handler for jobs of kind "${job.kind}".`);
      const payload = await asTrace(kind.kind, [job], () => kind.run(job.payload));
      if (kind.everyMs === undefined) await finishJobs(db, [job.id], owner);
      else await rescheduleJob(db, job.id, owner, { runAtMs: clock.now() + kind.everyMs, error: null, payload });
    } catch (error) {
      await putBack(job, { error }, kind?.everyMs === undefined ? MAX_ATTEMPTS : Number.POSITIVE_INFINITY);
    }
  }

  async function runBatch(kind: BatchKind, jobs: readonly Job[]): Promise<void> {
    const failures = await asTrace(kind.kind, jobs, () => kind.runAll(jobs)).catch((error) =>
      jobs.map((): JobFailure => ({ error })),
    );
    const done = jobs.filter((_job, i) => failures[i] === undefined);
    await finishJobs(
      db,
      done.map(({ id }) => id),
      owner,
    );
    for (const [i, job] of jobs.entries()) {
      const failure = failures[i];
      if (failure === 'again') await rescheduleJob(db, job.id, owner, { runAtMs: clock.now(), error: null });
      else if (failure !== undefined) await putBack(job, failure, kind.maxAttempts);
    }
  }

  async function putBack(job: Job, { error, retryAfterMs = 0 }: JobFailure, maxAttempts: number): Promise<void> {
    const text = error instanceof Error ? error.message : String(error);
    const dead = job.attempts >= maxAttempts;
    onFailure(job.kind, error, dead);
    const now = clock.now();
    if (dead) return buryJob(db, job.id, owner, text, now);
    const runAtMs = now + Math.max(retryDelayMs(job.attempts), retryAfterMs);
    await rescheduleJob(db, job.id, owner, { runAtMs, error: text });
  }

  const queues = [
    createQueue(deps, {
      filter: { except: [...new Set(batchKinds.map(({ kind }) => kind))] },
      maxBatch: 1,
      pollMs: POLL_MS,
      run: async (jobs) => {
        for (const job of jobs) await runOne(job);
      },
      onError: (error) => onFailure('poll', error, false),
    }),
    ...batchKinds.map((kind) =>
      createQueue(deps, {
        filter: { only: [kind.kind] },
        ...(kind.priorities && { priorities: kind.priorities }),
        maxBatch: kind.maxBatch,
        pollMs: kind.pollMs,
        run: (jobs) => runBatch(kind, jobs),
        onError: (error) => onFailure(kind.kind, error, false),
      }),
    ),
  ];

  return {
    async start() {
      const now = clock.now();
      for (const { kind, everyMs } of deps.kinds) {
        if (everyMs !== undefined) await addJob(db, { kind, name: kind, runAtMs: now }, now);
      }
      for (const queue of queues) queue.start();
    },
    async runDue() {
      for (const queue of queues) await queue.runDue();
    },
    async stop() {
      await Promise.all(queues.map((queue) => queue.stop()));
    },
  };
}

interface QueueOptions {
  filter: JobFilter;
  /** Undefined = jobs of all priorities, in the order of time. */
  priorities?: readonly number[];
  maxBatch: number;
  /** From the end of one poll to the start of the next. */
  pollMs: number;
  run(jobs: readonly Job[]): Promise<void>;
  onError(error: unknown): void;
}

/** Polls for the due jobs of a filter, and runs one batch at a time. */
function createQueue({ db, clock, owner, onFailure }: RunnerDeps, options: QueueOptions) {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let running: Promise<void> | undefined;

  async function runDue(): Promise<void> {
    while (!stopped) {
      const jobs = await lease();
      const [first] = jobs;
      if (first === undefined) return;
      const renewal = setInterval(() => {
        renew(jobs).catch((error) => onFailure(first.kind, error, false));
      }, RENEW_MS);
      await options.run(jobs).finally(() => clearInterval(renewal));
    }
  }

  async function lease(): Promise<Job[]> {
    const { filter, maxBatch, priorities = [undefined] } = options;
    for (const priority of priorities) {
      const jobs = await leaseJobs(db, owner, clock.now(), LEASE_MS, maxBatch, { ...filter, priority });
      if (jobs.length > 0) return jobs;
    }
    return [];
  }

  async function renew(jobs: readonly Job[]): Promise<void> {
    const until = clock.now() + LEASE_MS;
    await Promise.all(jobs.map(({ id }) => renewLease(db, id, owner, until)));
  }

  function start(): void {
    if (stopped) return;
    running = runDue().catch(options.onError);
    void running.then(() => {
      if (!stopped) timer = setTimeout(start, options.pollMs);
    });
  }

  return {
    start,
    runDue,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/**
 * The delay before a failed job runs again: doubles with each attempt, up to an hour, plus up to a quarter at random, so
 * that jobs that failed together do not retry together.
 */
function retryDelayMs(attempts: number): number {
  const delay = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), MAX_RETRY_MS);
  return Math.round(delay * (1 + Math.random() / 4));
}
