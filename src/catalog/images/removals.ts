import type { FormatName } from '../../core/formats.ts';
import { newDeletionId } from '../../core/ids.ts';
import { releaseBlob } from '../blobs/blobs.ts';
import { addJob } from '../operations/jobs.ts';
import type { DeletionRow, Tx } from '../schema.ts';
import { isHeard, REMOVED_COLUMNS, recordRemoval } from '../webhooks/events.ts';
import { type Deletion, insertDeletion, markShared } from './deletions.ts';

export const PURGE_JOB = 'purge-edge';

/** The payload of a purge job: an image, and the deletion that shows the progress of the purge. */
export interface PurgePayload {
  imageId: string;
  format: FormatName;
  deletionId: string | null;
}

/** Removes images and outdated copies of them. It knows whether an edge keeps copies. */
export interface Removals {
  /**
   * Deletes an image: its row, and its blobs unless other images refer to them. The same transaction records the
   * follow-up work: keys of unreferenced blobs become garbage, a job purges the edge, and webhooks get the event.
   * @returns the deletion, which shows the progress of that work; undefined when the image does not exist
   */
  removeImage(tx: Tx, id: string, cause: DeletionRow['cause'], nowMs: number): Promise<Deletion | undefined>;
  /** Queues a purge of an image's copies at the edge; does nothing without an edge. Call it in the transaction of the cause. */
  purgeCopies(tx: Tx, image: { id: string; format: FormatName }, nowMs: number): Promise<void>;
}

export function createRemovals(hasEdge: boolean): Removals {
  async function purge(
    tx: Tx,
    { id, format }: { id: string; format: FormatName },
    deletionId: string | null,
    nowMs: number,
  ): Promise<void> {
    if (!hasEdge) return;
    const payload: PurgePayload = { imageId: id, format: format, deletionId };
    await addJob(tx, { kind: PURGE_JOB, payload, runAtMs: nowMs }, nowMs);
  }

  return {
    async removeImage(tx, id, cause, nowMs) {
      const removed = await tx
        .deleteFrom('images')
        .where('id', '=', id)
        .returning([...REMOVED_COLUMNS, 'original_key', 'thumbnail_key'])
        .returning(isHeard)
        .executeTakeFirst();
      if (removed === undefined) return undefined;
      if (removed.is_heard) await recordRemoval(tx, removed, cause, nowMs);
      const deletion: Deletion = {
        id: newDeletionId(),
        image_id: id,
        cause,
        created_at: nowMs,
        storage_state: 'pending',
        storage_at: null,
        edge_state: hasEdge ? 'pending' : 'none',
        edge_at: null,
        edge_attempts: 0,
        edge_error: null,
      };
      await insertDeletion(tx, deletion);
      const keys = [removed.original_key, removed.thumbnail_key];
      const released = new Set<string>();
      for (const key of keys) if (await releaseBlob(tx, key, nowMs, deletion.id)) released.add(key);
      if (keys.some((key) => !released.has(key))) {
        deletion.storage_state = 'shared';
        await markShared(tx, deletion.id);
      }
      await purge(tx, { id, format: removed.format }, deletion.id, nowMs);
      return deletion;
    },
    purgeCopies: (tx, image, nowMs) => purge(tx, image, null, nowMs),
  };
}
