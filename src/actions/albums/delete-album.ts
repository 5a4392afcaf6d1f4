import { setImmediate } from 'node:timers/promises';
import {
  deleteEmptyAlbum,
  findAlbumOf,
  listImagesInAlbum,
  lockAlbum,
  removeFromAlbums,
} from '../../catalog/images/albums.ts';
import { removeImage } from '../../catalog/images/remove-image.ts';
import { AppError } from '../../core/errors.ts';
import type { StoreDeps } from '../upload/store-blobs.ts';

/** Images that one transaction takes: others wait some milliseconds for it. */
const BATCH = 100;

/**
 * Deletes an album, and its images with it or not. A large one goes in many small transactions, between which the service
 * answers others; the album itself goes with the last. Cut off in the middle, what is gone is gone, the rest is still
 * in the album, and the same call goes on with it. The bytes are left to the collector.
 * @returns how many images were deleted
 * @throws AppError ALBUM_NOT_FOUND
 */
export async function deleteAlbum(
  deps: Pick<StoreDeps, 'db' | 'clock' | 'hasEdge'>,
  accountId: string,
  id: string,
  withImages: boolean,
): Promise<number> {
  if ((await findAlbumOf(deps.db, accountId, id)) === undefined) throw new AppError('ALBUM_NOT_FOUND');
  const removal = { cause: 'request', hasEdge: deps.hasEdge } as const;
  for (let deleted = 0; ; await setImmediate()) {
    const { done, removed } = await deps.db.transaction().execute(async (tx) => {
      await lockAlbum(tx, id);
      let removed = 0;
      const ids = await listImagesInAlbum(tx, id, BATCH);
      if (withImages) {
        const now = deps.clock.now();
        for (const imageId of ids) if (await removeImage(tx, imageId, now, removal)) removed++;
      } else await removeFromAlbums(tx, ids);
      if (ids.length === BATCH) return { done: false, removed };
      await deleteEmptyAlbum(tx, accountId, id);
      return { done: true, removed };
    });
    deleted += removed;
    if (done) return deleted;
  }
}
