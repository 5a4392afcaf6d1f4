import { newDeletionId } from '../../core/ids.ts';
import { releaseBlob } from '../blobs/blobs.ts';
import type { DeletionRow, Tx } from '../schema.ts';
import { type Deletion, insertDeletion, markShared, requestPurge } from './deletions.ts';

/** Why an image goes, and whether there is an edge that has to forget it. */
export interface Removal {
  cause: DeletionRow['cause'];
  hasEdge: boolean;
}

/**
 * Takes an image away for good: its row, and its blobs where nothing else refers to them. In the same transaction it is
 * written down what has to follow: keys whose bytes are to be removed, and copies that the edge is to forget.
 * @returns what shows how far that is; undefined when the image was gone already
 */
export async function removeImage(tx: Tx, id: string, nowMs: number, removal: Removal): Promise<Deletion | undefined> {
  const removed = await tx
    .deleteFrom('images')
    .where('id', '=', id)
    .returning(['original_key', 'thumbnail_key', 'format'])
    .executeTakeFirst();
  if (removed === undefined) return undefined;
  const deletion = newDeletion(id, nowMs, removal);
  await insertDeletion(tx, deletion);
  const keys = [removed.original_key, removed.thumbnail_key];
  const released = new Set<string>();
  for (const key of keys) if (await releaseBlob(tx, key, nowMs, deletion.id)) released.add(key);
  if (keys.some((key) => !released.has(key))) {
    deletion.storage_state = 'shared';
    await markShared(tx, deletion.id);
  }
  if (removal.hasEdge) await requestPurge(tx, { imageId: id, format: removed.format, deletionId: deletion.id }, nowMs);
  return deletion;
}

function newDeletion(imageId: string, nowMs: number, { cause, hasEdge }: Removal): Deletion {
  return {
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
  };
}
