import { collectGarbage, type GarbageDeps } from '../actions/operations/collect-garbage.ts';
import { expireImages } from '../actions/operations/expire-images.ts';
import type { MarkedStores } from '../actions/operations/store-ownership.ts';
import { deleteExpiredKeys } from '../catalog/accounts/keys.ts';
import { deleteExpiredResets } from '../catalog/accounts/password-resets.ts';
import { deleteExpiredSignIns } from '../catalog/accounts/provider-sign-ins.ts';
import { deleteExpiredSessions } from '../catalog/accounts/sessions.ts';
import type { CorruptBlob } from '../catalog/blobs/blob-integrity.ts';
import { deleteOldDeletions } from '../catalog/images/deletions.ts';
import type { Removals } from '../catalog/images/removals.ts';
import { deleteExpiredIdempotencyRecords } from '../catalog/operations/idempotency.ts';
import { collectOrphansJob } from './collect-orphans.ts';
import { deleteAccountJob } from './delete-account.ts';
import type { JobKind } from './runner.ts';
import { type ResetDeps, sendResetJob } from './send-reset.ts';
import { verifyChecksumsJob } from './verify-checksums.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DELETION_KEPT_MS = 30 * 24 * 60 * MINUTE_MS;

export interface JobOptions {
  /** 0 = checksums are not verified. */
  verifyBytesPerSecond: number;
  onCorruptBlob(damage: CorruptBlob): void;
  /** Absent where no mail can be sent. */
  resets?: ResetDeps | undefined;
}

/** All kinds of jobs that the service has. */
export function jobKinds(deps: GarbageDeps & MarkedStores & { removals: Removals }, options: JobOptions): JobKind[] {
  const { verifyBytesPerSecond, onCorruptBlob, resets } = options;
  return [
    { kind: 'expire-images', everyMs: 20 * SECOND_MS, run: async () => void (await expireImages(deps)) },
    { kind: 'collect-garbage', everyMs: 20 * SECOND_MS, run: async () => collectGarbage(deps) },
    { kind: 'forget-expired', everyMs: 10 * MINUTE_MS, run: async () => forgetExpired(deps) },
    collectOrphansJob(deps),
    deleteAccountJob(deps),
    sendResetJob(resets),
    ...(verifyBytesPerSecond === 0 ? [] : [verifyChecksumsJob(deps, verifyBytesPerSecond, onCorruptBlob)]),
  ];
}

/** Keys, sessions, resets, sign-ins and kept answers whose time is over are refused or ignored already; here they go. */
async function forgetExpired({ db, clock }: GarbageDeps): Promise<void> {
  await deleteExpiredKeys(db, clock.now());
  await deleteExpiredSessions(db, clock.now());
  await deleteExpiredResets(db, clock.now());
  await deleteExpiredSignIns(db, clock.now());
  await deleteExpiredIdempotencyRecords(db, clock.now());
  await deleteOldDeletions(db, clock.now() - DELETION_KEPT_MS);
}
