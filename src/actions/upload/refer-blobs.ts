import { addGarbage, addReference, deduplicateBlob, type NewBlob } from '../../catalog/blobs/blobs.ts';
import { findThumbnailOf, type ThumbnailColumns } from '../../catalog/blobs/thumbnails.ts';
import type { Tx } from '../../catalog/schema.ts';
import type { PutImage } from './store-blobs.ts';

/** Refers to the live blob with the same bytes if there is one; then the one just put is garbage. */
export async function referOrDiscard(tx: Tx, blob: NewBlob, now: number): Promise<string> {
  const key = await deduplicateBlob(tx, blob);
  if (key !== blob.key) await addGarbage(tx, [blob.key], now);
  return key;
}

/**
 * Refers to an image's thumbnail. One that is left for later is that of an earlier image of the same bytes, where there
 * is one; else the image refers to its original in the thumbnail's place until it is made.
 */
export async function referThumbnail(
  tx: Tx,
  { processed, original, thumbnail }: PutImage,
  originalKey: string,
  now: number,
): Promise<ThumbnailColumns> {
  const earlier =
    thumbnail === null && originalKey !== original.key ? await findThumbnailOf(tx, originalKey) : undefined;
  if (earlier !== undefined) {
    await addReference(tx, earlier.thumbnail_key);
    return earlier;
  }
  if (thumbnail === null) await addReference(tx, originalKey);
  return {
    thumbnail_key: thumbnail === null ? originalKey : await referOrDiscard(tx, thumbnail, now),
    thumbnail_format: processed.thumbnail.format,
    thumbnail_width: processed.thumbnail.width,
    thumbnail_height: processed.thumbnail.height,
    thumbnail_state: thumbnail === null ? 'pending' : 'made',
    thumbnail_fault: null,
  };
}
