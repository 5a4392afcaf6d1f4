import { setImmediate } from 'node:timers/promises';
import {
  deleteEmptyAlbum,
  findAlbumOf,
  listImagesInAlbum,
  lockAlbum,
  removeFromAlbums,
} from '../../catalog/images/albums.ts';
import type { Removals } from '../../catalog/images/removals.ts';
import type { Db } from '../../catalog/schema.ts';
import { AppError } from '../../core/errors.ts';
import type { Clock } from '../../lib/clock.ts';

/** Images of one transaction: other writers wait some milliseconds for it. */
const BATCH = 100;

/**
 * Deletes an album, with or without its images. A large album takes many small transactions, and other requests run
 * between them; the last one deletes the album itself. After an interruption the remaining images are still in the
 * album, and the same call continues. The garbage collector removes the blobs.
 * @returns number of deleted images
 * @throws AppError ALBUM_NOT_FOUND
 */
export async function deleteAlbum(
  { db, clock, removals }: { db: Db; clock: Clock; removals: Removals },
  accountId: string,
  id: string,
  withImages: boolean,
): Promise<number> {
  if ((await findAlbumOf(db, accountId, id)) === undefined) throw new AppError('ALBUM_NOT_FOUND');
  for (let deleted = 0; ; await setImmediate()) {
    const { done, removed } = await db.transaction().execute(async (tx) => {
      await lockAlbum(tx, id);
      let removed = 0;
      const ids = await listImagesInAlbum(tx, id, BATCH);
      if (withImages) {
        const now = clock.now();
        for (const imageId of ids) if (await removals.removeImage(tx, imageId, 'request', now)) removed++;
      } else await removeFromAlbums(tx, ids);
      if (ids.length === BATCH) return { done: false, removed };
      await deleteEmptyAlbum(tx, accountId, id);
      return { done: true, removed };
    });
    deleted += removed;
    if (done) return deleted;
  }
}
