import { statfs } from 'node:fs/promises';
import type { BlobStore } from '../../blobs/port.ts';
import { countCorruptBlobs } from '../../catalog/blobs/blob-integrity.ts';
import { lastBackup } from '../../catalog/operations/backups.ts';
import { countJobs } from '../../catalog/operations/jobs.ts';
import type { Db } from '../../catalog/schema.ts';
import { timestamp } from '../../core/time.ts';
import type { Confinement, Decoder } from '../../imaging/port.ts';
import type { Clock } from '../../lib/clock.ts';
import { freeBytes } from '../upload/require-free-space.ts';
import type { WriteProbes } from './create-write-probes.ts';

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

/** Health of the local disk. */
interface DiskCheck extends Check {
  /** Absent where it cannot be read. */
  free_bytes?: number;
}

/** Health of the backups. */
interface BackupCheck extends Check {
  /** The end of the last good one, RFC 3339; absent without one, and where it is not known. */
  last_good_at?: string;
}

/** State of the parts, and the worst of them as the state of the whole. */
export interface HealthReport {
  status: Status;
  checks: {
    database: Check;
    storage: Check;
    disk: DiskCheck;
    decoder: DecoderCheck;
    jobs: Check;
    limits: Check;
    backup?: BackupCheck;
  };
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
  writes: WriteProbes;
}

/**
 * Checks every part of the service, by a read and, every few seconds, by a write. A part that can only be read is degraded:
 * images are still served. Only the ill part is blamed: what depends on it is not checked. Never throws.
 */
export async function checkHealth(deps: HealthDeps): Promise<HealthReport> {
  const { backupMaxAgeHours: maxAgeHours } = deps;
  const [database, storage, disk, countedJobs, limits, aged] = await Promise.all([
    timed(async () => {
      await deps.db.selectNoFrom((eb) => eb.lit(1).as('one')).execute();
      if (!(await deps.writes.database())) return 'It cannot be written: uploads and changes fail.';
    }),
    timed(async () => {
      if ((await freeBytes(deps)) < deps.minFreeBytes) return 'Nearly full: uploads are refused.';
      if (!(await deps.writes.storage())) return 'It cannot be written: uploads fail.';
      // Without the database nothing is known of them. Its own check says so.
      const corrupt = await countCorruptBlobs(deps.db).catch(() => 0);
      if (corrupt > 0) return `${corrupt} stored blobs are corrupt: run imgd doctor.`;
    }),
    checkDisk(deps),
    timed(async () => {
      const { dead } = await countJobs(deps.db);
      if (dead > 0) return dead === 1 ? '1 job has failed for good.' : `${dead} jobs have failed for good.`;
    }),
    timed(() => deps.limitsProblem()),
    maxAgeHours === undefined ? undefined : checkLastBackup(deps, maxAgeHours),
  ]);
  const decoder = checkDecoder(deps.decoder);
  const isKnown = database.status !== 'down';
  const jobs = isKnown ? countedJobs : NOT_CHECKED;
  const checks = {
    database,
    storage,
    disk,
    decoder,
    jobs,
    limits,
    ...(aged && { backup: isKnown ? aged : NOT_CHECKED }),
  };
  const found = Object.values(checks).map((check) => check.status);
  return { status: (['down', 'degraded'] as const).find((status) => found.includes(status)) ?? 'ok', checks };
}

async function checkLastBackup({ db, clock }: HealthDeps, maxAgeHours: number): Promise<BackupCheck> {
  let lastGoodAt: number | null = null;
  const check = await timed(async () => {
    lastGoodAt = (await lastBackup(db)).goodAt;
    if (lastGoodAt === null) return 'There is no backup yet: run imgd backup.';
    const hours = Math.floor((clock.now() - lastGoodAt) / 3_600_000);
    return hours < maxAgeHours ? undefined : `The last backup is ${hours} hours old.`;
  });
  return { ...check, ...(lastGoodAt !== null && { last_good_at: timestamp(lastGoodAt) }) };
}

const NOT_CHECKED: Check = { status: 'ok', detail: 'Not checked: the database is down.' };

/** The file system of the temporary files. */
async function checkDisk({ tempDir, minFreeBytes, writes }: HealthDeps): Promise<DiskCheck> {
  let free: number | undefined;
  const check = await timed(async () => {
    const { bavail, bsize } = await statfs(tempDir);
    free = bavail * bsize;
    if (free < minFreeBytes) return 'Nearly full: uploads are refused.';
    if (!(await writes.disk())) return 'It cannot be written: uploads fail.';
  });
  return { ...check, ...(free !== undefined && { free_bytes: free }) };
}

/** One kill costs its caller a second attempt; more of them tell that the machine is short of memory. */
const MAX_KILLS = 1;

function checkDecoder({ confinement, load, recentKills }: Decoder): DecoderCheck {
  const { uploads, maxWaiting } = load();
  const { kind: sandbox, problem } = confinement;
  if (uploads.waiting >= maxWaiting) return { status: 'degraded', sandbox, detail: 'The queue is full.' };
  const kills = recentKills();
  if (kills > MAX_KILLS) {
    return {
      status: 'degraded',
      sandbox,
      detail: `${kills} decoders were killed in the last minutes: is memory short?`,
    };
  }
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
