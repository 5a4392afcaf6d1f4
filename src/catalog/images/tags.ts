import { splitTags } from '../../core/image-texts.ts';
import type { Db, ImageRow, Tx } from '../schema.ts';

// `image_tags` is an index of the column `images.tags`: one row for each tag of each image of an account, outside the
// trash. The functions that write `images` keep it.

type TaggedImage = Pick<ImageRow, 'id' | 'account_id' | 'tags' | 'uploaded_at' | 'size_bytes'>;

/** The columns of an image that `addToTagIndex` needs. */
export const TAGGED_COLUMNS = ['id', 'account_id', 'tags', 'uploaded_at', 'size_bytes'] as const;

/** Enters the tags of an image that is not in the index. An anonymous image has no list in which to find it. */
export async function addToTagIndex(tx: Tx, image: TaggedImage): Promise<void> {
  const { id, account_id: accountId, tags, uploaded_at, size_bytes } = image;
  if (accountId === null || tags === null) return;
  const rows = splitTags(tags).map((tag) => ({ image_id: id, tag, account_id: accountId, uploaded_at, size_bytes }));
  await tx.insertInto('image_tags').values(rows).execute();
}

/** Removes an image from the index. */
export async function removeFromTagIndex(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('image_tags').where('image_id', '=', id).execute();
}

/** Removes all images of an account from the index. */
export async function removeAccountFromTagIndex(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('image_tags').where('account_id', '=', accountId).execute();
}

/** The searched texts of an image outside the trash, locked until the transaction ends. */
export async function lockTexts(
  tx: Tx,
  id: string,
): Promise<Pick<ImageRow, 'filename' | 'title' | 'description' | 'tags'> | undefined> {
  return tx
    .selectFrom('images')
    .select(['filename', 'title', 'description', 'tags'])
    .where('id', '=', id)
    .where('trashed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** A tag and the number of images that have it. */
export interface TagCount {
  tag: string;
  images: number;
}

/**
 * Counts the images of the first tag of an account behind another one, in the order of their code units, by an index
 * alone.
 * @param after '' = from the first tag on
 * @returns undefined behind the last tag
 */
export async function countNextTag(db: Db, accountId: string, after: string): Promise<TagCount | undefined> {
  const row = await nextTagQuery(db, accountId, after).executeTakeFirst();
  return row && { tag: row.tag, images: Number(row.images) };
}

/** The query of `countNextTag`, also for tests of its query plan. */
export function nextTagQuery(db: Db, accountId: string, after: string) {
  return db
    .selectFrom('image_tags')
    .select((eb) => ['tag', eb.fn.countAll<number>().as('images')])
    .where('account_id', '=', accountId)
    .where('tag', '=', (eb) =>
      eb
        .selectFrom('image_tags')
        .select('tag')
        .where('account_id', '=', accountId)
        .where('tag', '>', after)
        .orderBy('tag')
        .limit(1),
    )
    .groupBy('tag');
}
