import type { BlobStore } from '../../blobs/port.ts';
import { countCorruptBlobs } from '../../catalog/blobs/blob-integrity.ts';
import { lastBackup } from '../../catalog/operations/backups.ts';
import { countJobs } from '../../catalog/operations/jobs.ts';
import type { Db } from '../../catalog/schema.ts';
import type { Confinement, Decoder } from '../../imaging/port.ts';
import type { Clock } from '../../lib/clock.ts';
import { freeBytes } from '../upload/require-free-space.ts';

type Status = 'ok' | 'degraded' | 'down';

/** State of one part of the service. */
interface Check {
  status: Status;
  latency_ms?: number;
  detail?: string;
}

/** Health of the decoders, and the kind of sandbox in which they run. */
interface DecoderCheck extends Check {
  sandbox: Confinement['kind'];
}

/** State of the parts, and the worst of them as the state of the whole. */
export interface HealthReport {
  status: Status;
  checks: { database: Check; storage: Check; decoder: DecoderCheck; jobs: Check; limits: Check; backup?: Check };
}

export interface HealthDeps {
  db: Db;
  blobs: BlobStore;
  decoder: Decoder;
  tempDir: string;
  minFreeBytes: number;
  clock: Clock;
  /** Undefined = the age of backups is not checked. */
  backupMaxAgeHours: number | undefined;
  /** @returns the problem of the rate limits; undefined = none */
  limitsProblem(): Promise<string | undefined>;
}

/** Checks every part of the service. Never throws. */
export async function checkHealth(deps: HealthDeps): Promise<HealthReport> {
  const { backupMaxAgeHours: maxAgeHours } = deps;
  const [database, storage, jobs, limits, backup] = await Promise.all([
    timed(async () => void (await deps.db.selectNoFrom((eb) => eb.lit(1).as('one')).execute())),
    timed(async () => {
      if ((await freeBytes(deps)) < deps.minFreeBytes) return 'Nearly full: uploads are refused.';
      const corrupt = await countCorruptBlobs(deps.db);
      if (corrupt > 0) return `${corrupt} stored blobs are corrupt: run imgd doctor.`;
    }),
    timed(async () => {
      const { dead } = await countJobs(deps.db);
      if (dead > 0) return dead === 1 ? '1 job has failed for good.' : `${dead} jobs have failed for good.`;
    }),
    timed(() => deps.limitsProblem()),
    maxAgeHours === undefined ? undefined : timed(() => backupProblem(deps, maxAgeHours)),
  ]);
  const decoder = checkDecoder(deps.decoder);
  const checks = { database, storage, decoder, jobs, limits, ...(backup && { backup }) };
  const found = Object.values(checks).map((check) => check.status);
  return { status: (['down', 'degraded'] as const).find((status) => found.includes(status)) ?? 'ok', checks };
}

async function backupProblem({ db, clock }: HealthDeps, maxAgeHours: number): Promise<string | undefined> {
  const { goodAt } = await lastBackup(db);
  if (goodAt === null) return 'There is no backup yet: run imgd backup.';
  const hours = Math.floor((clock.now() - goodAt) / 3_600_000);
  return hours < maxAgeHours ? undefined : `The last backup is ${hours} hours old.`;
}

function checkDecoder({ confinement, load }: Decoder): DecoderCheck {
  const { uploads, maxWaiting } = load();
  const { kind: sandbox, problem } = confinement;
  if (uploads.waiting >= maxWaiting) return { status: 'degraded', sandbox, detail: 'The queue is full.' };
  return { status: 'ok', sandbox, ...(problem === undefined ? {} : { detail: 'Decoders run without a sandbox.' }) };
}

/** @param work returns the problem, if there is one */
// biome-ignore lint/suspicious/noConfusingVoidType: work without a result is healthy
async function timed(work: () => Promise<string | undefined | void>): Promise<Check> {
  const begun = performance.now();
  try {
    const detail = await work();
    const latency = { latency_ms: Math.round(performance.now() - begun) };
    return typeof detail === 'string' ? { status: 'degraded', ...latency, detail } : { status: 'ok', ...latency };
  } catch {
    // The error may contain hosts and paths, which the public must not see.
    return { status: 'down', detail: 'Unreachable.' };
  }
}
