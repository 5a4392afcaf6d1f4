import type { BlobStore } from '../../blobs/port.ts';
import { countCorruptBlobs } from '../../catalog/blobs/blob-integrity.ts';
import { countJobs } from '../../catalog/operations/jobs.ts';
import type { Db } from '../../catalog/schema.ts';
import type { Decoder } from '../../imaging/port.ts';
import { freeBytes } from '../upload/require-free-space.ts';

type Status = 'ok' | 'degraded' | 'down';

/** One part of the service as it is now. */
interface Check {
  status: Status;
  latency_ms?: number;
  detail?: string;
}

/** The parts, and the worst of them as a whole. */
export interface HealthReport {
  status: Status;
  checks: { database: Check; storage: Check; decoder: Check; jobs: Check; limits: Check };
}

/** Asks every part that the service needs. Never throws. */
export async function checkHealth(deps: {
  db: Db;
  blobs: BlobStore;
  decoder: Decoder;
  tempDir: string;
  minFreeBytes: number;
  /** What is wrong with the counting of requests, if anything. */
  limitsProblem(): Promise<string | undefined>;
}): Promise<HealthReport> {
  const [database, storage, jobs, limits] = await Promise.all([
    timed(async () => void (await deps.db.selectNoFrom((eb) => eb.lit(1).as('one')).execute())),
    timed(async () => {
      if ((await freeBytes(deps)) < deps.minFreeBytes) return 'Nearly full: uploads are refused.';
      const damaged = await countCorruptBlobs(deps.db);
      if (damaged > 0) return `${damaged} stored blobs are damaged; imgd doctor tells more.`;
    }),
    timed(async () => {
      const { dead } = await countJobs(deps.db);
      if (dead > 0) return dead === 1 ? '1 job has failed for good.' : `${dead} jobs have failed for good.`;
    }),
    timed(() => deps.limitsProblem()),
  ]);
  const { waiting, maxWaiting } = deps.decoder.load();
  const decoder: Check = waiting < maxWaiting ? { status: 'ok' } : { status: 'degraded', detail: 'The queue is full.' };
  const checks = { database, storage, decoder, jobs, limits };
  const found = Object.values(checks).map((check) => check.status);
  return { status: (['down', 'degraded'] as const).find((status) => found.includes(status)) ?? 'ok', checks };
}

/** @param work its text, if any, says what is not as it should be */
// biome-ignore lint/suspicious/noConfusingVoidType: work that says nothing is healthy
async function timed(work: () => Promise<string | undefined | void>): Promise<Check> {
  const begun = performance.now();
  try {
    const detail = await work();
    const latency = { latency_ms: Math.round(performance.now() - begun) };
    return typeof detail === 'string' ? { status: 'degraded', ...latency, detail } : { status: 'ok', ...latency };
  } catch {
    // The reason may name hosts and paths: it is in the log of whoever asked for more.
    return { status: 'down', detail: 'Unreachable.' };
  }
}
