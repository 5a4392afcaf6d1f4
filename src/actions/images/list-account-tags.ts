import { setImmediate } from 'node:timers/promises';
import { countNextTag, type TagCount } from '../../catalog/images/tags.ts';
import type { Db } from '../../catalog/schema.ts';
import { decodeCursor, encodeCursor, type Page } from '../../core/cursor.ts';

/** Images counted for one page at most, except those of its last tag. */
const MAX_COUNTED = 100_000;

/**
 * One page of the tags of an account with their number of images, in the order of their code units. A page ends early
 * where its tags are on many images.
 * @param cursor from the previous page; undefined = the first page
 * @throws AppError INVALID_CURSOR
 */
export async function listAccountTags(
  { db, cursorSecret }: { db: Db; cursorSecret: Uint8Array },
  accountId: string,
  limit: number,
  cursor: string | undefined,
): Promise<Page<TagCount>> {
  const scope = ['tags', accountId];
  let after = cursor === undefined ? '' : decodeCursor(cursorSecret, scope, cursor).id;
  const items: TagCount[] = [];
  for (let counted = 0; items.length < limit && counted < MAX_COUNTED; ) {
    // SQLite answers synchronously.
    if (counted > 0) await setImmediate();
    const next = await countNextTag(db, accountId, after);
    if (next === undefined) return { items, nextCursor: null };
    items.push(next);
    counted += next.images;
    after = next.tag;
  }
  return { items, nextCursor: encodeCursor(cursorSecret, scope, { value: 0, id: after }) };
}
