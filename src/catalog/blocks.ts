import { newId } from '../core/ids.ts';
import type { Db, Tx } from './schema.ts';
import type { BlockRow } from './schema-moderation.ts';

/** Keeps a picture from coming back. @returns the id of the block */
export async function insertBlock(tx: Tx, block: Omit<BlockRow, 'id'>): Promise<string> {
  const id = newId('blk');
  await tx
    .insertInto('blocks')
    .values({ id, ...block })
    .execute();
  return id;
}

/** An image and the keys of its blobs. */
export interface Copy {
  id: string;
  account_id: string | null;
  original_key: string;
  thumbnail_key: string;
}

/** All images that are the same file as this one: as it is stored, or as it came. */
export async function listCopies(
  db: Db,
  image: { original_key: string; uploaded_sha256: string | null },
): Promise<Copy[]> {
  const { original_key, uploaded_sha256 } = image;
  return db
    .selectFrom('images')
    .select(['id', 'account_id', 'original_key', 'thumbnail_key'])
    .where((eb) =>
      uploaded_sha256 === null
        ? eb('original_key', '=', original_key)
        : eb.or([eb('original_key', '=', original_key), eb('uploaded_sha256', '=', uploaded_sha256)]),
    )
    .execute();
}
