import {
  addJob,
  buryJob,
  finishJob,
  type Job,
  leaseJob,
  renewLease,
  rescheduleJob,
} from '../catalog/operations/jobs.ts';
import type { Db } from '../catalog/schema.ts';
import type { Clock } from '../lib/clock.ts';
import { createLoop } from './loop.ts';
import { retryDelay } from './retry-delay.ts';

/** One kind of work. Every run must be safe to repeat: a job whose runner died is run again. */
export interface JobKind {
  kind: string;
  /** Periodic kinds run again this long after they have ended; the others once. */
  everyMs?: number;
  /** @returns for periodic kinds the payload of the next run, if it is another one */
  run(payload: unknown): Promise<unknown>;
}

export interface RunnerDeps {
  db: Db;
  clock: Clock;
  kinds: readonly JobKind[];
  /** Name of this process among those that share the catalog. */
  owner: string;
  onFailure(kind: string, error: unknown, dead: boolean): void;
  /** Kinds that another runner of this process has; they are left alone. */
  kindsOfOthers?: readonly string[];
}

/** Runs what is due. Any number of nodes may do so at once: a job is leased, and a lease that runs out is taken over. */
export interface JobRunner {
  /** Writes the periodic jobs down and begins to look for work. */
  start(): Promise<void>;
  /** Runs everything that is due now; for tests and the command line. */
  runDue(): Promise<void>;
  /** Stops looking and waits for the job under way. */
  stop(): Promise<void>;
}

const POLL_MS = 1_000;
const LEASE_MS = 60_000;
const RENEW_MS = 20_000;
const MAX_ATTEMPTS = 12;

export function createJobRunner(deps: RunnerDeps): JobRunner {
  const { db, clock, owner } = deps;
  const kinds = new Map(deps.kinds.map((kind) => [kind.kind, kind]));
  const loop = createLoop(runDue, POLL_MS, (error) => deps.onFailure('poll', error, false));

  async function runOne(job: Job): Promise<void> {
    const kind = kinds.get(job.kind);
    const renewal = setInterval(() => {
      renewLease(db, job.id, owner, clock.now() + LEASE_MS).catch((error) => deps.onFailure(job.kind, error, false));
    }, RENEW_MS);
    try {
      if (kind === undefined) throw new Error(`no job is of the kind "${job.kind}"`);
      const payload = await kind.run(job.payload);
      if (kind.everyMs === undefined) await finishJob(db, job.id, owner);
      else await rescheduleJob(db, job.id, owner, { runAtMs: clock.now() + kind.everyMs, error: null, payload });
    } catch (error) {
      await putBack(job, kind, error);
    } finally {
      clearInterval(renewal);
    }
  }

  async function putBack(job: Job, kind: JobKind | undefined, error: unknown): Promise<void> {
    const text = error instanceof Error ? error.message : String(error);
    const dead = kind?.everyMs === undefined && job.attempts >= MAX_ATTEMPTS;
    deps.onFailure(job.kind, error, dead);
    const now = clock.now();
    if (dead) await buryJob(db, job.id, owner, text, now);
    else await rescheduleJob(db, job.id, owner, { runAtMs: now + retryDelay(job.attempts), error: text });
  }

  async function runDue(): Promise<void> {
    while (!loop.stopped()) {
      const job = await leaseJob(db, owner, clock.now(), LEASE_MS, { except: deps.kindsOfOthers ?? [] });
      if (job === undefined) return;
      await runOne(job);
    }
  }

  return {
    async start() {
      const now = clock.now();
      for (const { kind, everyMs } of deps.kinds) {
        if (everyMs !== undefined) await addJob(db, { kind, name: kind, runAtMs: now }, now);
      }
      loop.start();
    },
    runDue,
    stop: loop.stop,
  };
}
