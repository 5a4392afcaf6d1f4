import type { FormatName } from '../../core/formats.ts';
import { newDeletionId } from '../../core/ids.ts';
import type { MadeVariants } from '../../core/links.ts';
import { releaseBlob, releaseBlobs } from '../blobs/blobs.ts';
import { findKnownVariants } from '../blobs/variants.ts';
import { addJobs } from '../operations/jobs.ts';
import type { DeletionRow, ImageRow, Tx } from '../schema.ts';
import { isHeard, REMOVED_COLUMNS, recordRemoval } from '../webhooks/events.ts';
import { type Deletion, insertDeletions, markShared } from './deletions.ts';

export const PURGE_JOB = 'purge-edge';

/** The order of purges: what must not be seen any more, then what is deleted, then what has changed. */
export const PURGE_PRIORITIES = { moderation: 0, deletion: 1, change: 2 } as const;

type PurgeCause = keyof typeof PURGE_PRIORITIES;

/** The payload of a purge job: an image, and the deletion that shows the progress of the purge. */
export interface PurgePayload {
  imageId: string;
  format: FormatName;
  deletionId: string | null;
  /** Absent where they are not known. */
  made?: MadeVariants | undefined;
}

/** The columns of an image that a purge needs. */
type PurgedImage = Pick<ImageRow, 'id' | 'format' | 'width' | 'height' | 'original_key'> &
  Pick<PurgePayload, 'deletionId'>;

const purgeCauseOf = (cause: DeletionRow['cause']) => (cause === 'takedown' ? 'moderation' : 'deletion');

/** Removes images and outdated copies of them. It knows whether an edge keeps copies. */
export interface Removals {
  /**
   * Deletes an image: its row, and its blobs unless other images refer to them. The same transaction records the
   * follow-up work: keys of unreferenced blobs become garbage, a job purges the edge, and webhooks get the event.
   * @returns the deletion, which shows the progress of that work; undefined when the image does not exist
   */
  removeImage(tx: Tx, id: string, cause: DeletionRow['cause'], nowMs: number): Promise<Deletion | undefined>;
  /**
   * Queues purges of images' copies at the edge; does nothing without an edge. Call it in the transaction of the cause.
   * @param ids of images that exist
   */
  purgeCopies(tx: Tx, ids: readonly string[], cause: PurgeCause, nowMs: number): Promise<void>;
  /**
   * Deletes images like `removeImage`, by a few statements for all of them.
   * @returns the keys that have become garbage
   */
  removeImages(tx: Tx, ids: readonly string[], cause: DeletionRow['cause'], nowMs: number): Promise<string[]>;
}

/** Images of one statement. */
const PAGE = 500;

export function createRemovals(hasEdge: boolean): Removals {
  const newDeletion = deletionsFor(hasEdge);

  async function purge(tx: Tx, images: readonly PurgedImage[], cause: PurgeCause, nowMs: number): Promise<void> {
    if (!hasEdge) return;
    const keys = [...new Set(images.map((image) => image.original_key))];
    const known = new Map(
      (await findKnownVariants(tx, keys)).map(({ originalKey, variants }) => [originalKey, variants]),
    );
    const payloads = images.map(({ id, format, width, height, original_key, deletionId }): PurgePayload => {
      const variants = known.get(original_key);
      return { imageId: id, format, deletionId, ...(variants && { made: { width, height, variants } }) };
    });
    const priority = PURGE_PRIORITIES[cause];
    await addJobs(
      tx,
      payloads.map((payload) => ({ kind: PURGE_JOB, priority, payload, runAtMs: nowMs })),
      nowMs,
    );
  }

  return {
    async removeImage(tx, id, cause, nowMs) {
      const removed = await tx
        .deleteFrom('images')
        .where('id', '=', id)
        .returning([...REMOVED_COLUMNS, 'original_key', 'thumbnail_key', 'width', 'height'])
        .returning(isHeard)
        .executeTakeFirst();
      if (removed === undefined) return undefined;
      if (removed.is_heard) await recordRemoval(tx, removed, cause, nowMs);
      const deletion = newDeletion(id, cause, nowMs);
      await insertDeletions(tx, [deletion]);
      // Before the release of the original, which deletes the rows of its variants.
      await purge(tx, [{ ...removed, deletionId: deletion.id }], purgeCauseOf(cause), nowMs);
      const keys = [removed.original_key, removed.thumbnail_key];
      const released = new Set<string>();
      for (const key of keys) if (await releaseBlob(tx, key, nowMs, deletion.id)) released.add(key);
      if (keys.some((key) => !released.has(key))) {
        deletion.storage_state = 'shared';
        await markShared(tx, [deletion.id]);
      }
      return deletion;
    },
    async purgeCopies(tx, ids, cause, nowMs) {
      if (!hasEdge) return;
      for (let from = 0; from < ids.length; from += PAGE) {
        const images = await tx
          .selectFrom('images')
          .select(['id', 'format', 'width', 'height', 'original_key'])
          .where('id', 'in', ids.slice(from, from + PAGE))
          .execute();
        const unfollowed = images.map((image) => ({ ...image, deletionId: null }));
        await purge(tx, unfollowed, cause, nowMs);
      }
    },
    async removeImages(tx, ids, cause, nowMs) {
      if (ids.length === 0) return [];
      const removed = await tx
        .deleteFrom('images')
        .where('id', 'in', ids)
        .returning([...REMOVED_COLUMNS, 'original_key', 'thumbnail_key', 'width', 'height'])
        .returning(isHeard)
        .execute();
      if (removed.length === 0) return [];
      const gone = removed.map((image) => ({ image, deletion: newDeletion(image.id, cause, nowMs) }));
      await insertDeletions(
        tx,
        gone.map(({ deletion }) => deletion),
      );
      // Before the release of the originals, which deletes the rows of their variants.
      const purged = gone.map(({ image, deletion }) => ({ ...image, deletionId: deletion.id }));
      await purge(tx, purged, purgeCauseOf(cause), nowMs);
      const references = gone.flatMap(({ image, deletion: { id: deletionId } }) =>
        [image.original_key, image.thumbnail_key].map((key) => ({ key, deletionId })),
      );
      const garbage = await releaseBlobs(tx, references, nowMs);
      const shared = references.filter(({ key, deletionId }) => garbage.get(key) !== deletionId);
      await markShared(tx, [...new Set(shared.map(({ deletionId }) => deletionId))]);
      for (const { image } of gone) if (image.is_heard) await recordRemoval(tx, image, cause, nowMs);
      return [...garbage.keys()];
    },
  };
}

function deletionsFor(hasEdge: boolean) {
  return (imageId: string, cause: DeletionRow['cause'], nowMs: number): Deletion => ({
    id: newDeletionId(),
    image_id: imageId,
    cause,
    created_at: nowMs,
    storage_state: 'pending',
    storage_at: null,
    edge_state: hasEdge ? 'pending' : 'none',
    edge_at: null,
    edge_attempts: 0,
    edge_error: null,
  });
}
