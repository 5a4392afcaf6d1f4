import { deleteExpiredUploads, releaseParts } from '../../catalog/operations/resumable-uploads.ts';
import type { Db } from '../../catalog/schema.ts';
import type { Clock } from '../../lib/clock.ts';

/** Parts of one transaction: the others of the catalog wait for it. */
const BATCH = 50;

/** Removes the parts and rows of uploads that have ended or expired; their blobs become garbage. */
export async function removeUploads({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await releaseAll({ db, clock });
  await deleteExpiredUploads(db, clock.now());
}

/** Releases the parts of one upload that has ended, or of all. What remains after a failure, the job releases. */
export async function releaseAll({ db, clock }: { db: Db; clock: Clock }, idHash?: string): Promise<void> {
  const releaseSome = () => db.transaction().execute((tx) => releaseParts(tx, clock.now(), BATCH, idHash));
  while ((await releaseSome()) === BATCH);
}
