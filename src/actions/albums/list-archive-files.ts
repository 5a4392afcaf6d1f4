import { setImmediate } from 'node:timers/promises';
import type { CoveredAlbum } from '../../catalog/images/albums.ts';
import { findImages, listImages } from '../../catalog/images/image-lists.ts';
import type { Db } from '../../catalog/schema.ts';
import type { Position } from '../../core/cursor.ts';
import { FORMATS } from '../../core/formats.ts';
import { downloadName } from '../../core/names.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ArchiveFile } from '../../lib/zip-archive.ts';
import { type BlobReading, openBlob } from '../images/open-blob.ts';
import { publicImagesOf } from './open-public-album.ts';

/** Images in one archive of an album. A larger album has several. */
export const IMAGES_OF_ARCHIVE = 10_000;

/** Images of one statement: other requests run between two of them. */
const BATCH = 500;

/**
 * The originals of a public album, the oldest first, so that a new image changes the last part only.
 * @param part which ten thousand images, from 1
 */
export async function listArchiveFiles(
  deps: BlobReading & { db: Db; clock: Clock },
  album: CoveredAlbum,
  part: number,
): Promise<ArchiveFile[]> {
  const { db, clock } = deps;
  const list = { ...publicImagesOf(album), order: 'oldest' } as const;
  const files: ArchiveFile[] = [];
  let after: Position | undefined;
  for (let at = 0; at < part * IMAGES_OF_ARCHIVE; at += BATCH) {
    const found = await listImages(db, list, after, clock.now(), BATCH);
    if (at >= (part - 1) * IMAGES_OF_ARCHIVE) {
      const ids = found.map(({ id }) => id);
      for (const { filename, format, original_key: key, size_bytes: sizeBytes, uploaded_at } of await findImages(
        db,
        ids,
        clock.now(),
      )) {
        files.push({
          path: [downloadName(filename, FORMATS[format].extension)],
          modifiedMs: uploaded_at,
          sizeBytes,
          open: () => openBlob(deps, key, sizeBytes),
        });
      }
    }
    if (found.length < BATCH) return files;
    after = found.at(-1);
    await setImmediate();
  }
  return files;
}
