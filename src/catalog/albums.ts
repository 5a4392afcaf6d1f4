import { newId } from '../core/ids.ts';
import type { AlbumRow, Db, Tx } from './schema.ts';

/** The id of the account's album of this name, which is made when it is missing. */
export async function findOrCreateAlbum(tx: Tx, accountId: string, name: string, nowMs: number): Promise<string> {
  await tx
    .insertInto('albums')
    .values({
      id: newId('alb'),
      account_id: accountId,
      name,
      description: null,
      cover_image_id: null,
      public_token: null,
      created_at: nowMs,
      updated_at: nowMs,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'name']).doNothing())
    .execute();
  const { id } = await tx
    .selectFrom('albums')
    .select('id')
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return id;
}

export async function findAlbum(db: Db, id: string): Promise<{ id: string; name: string } | undefined> {
  return db.selectFrom('albums').select(['id', 'name']).where('id', '=', id).executeTakeFirst();
}

/** An album of the account, or undefined when the account has none of this id. */
export async function findAlbumOf(db: Db, accountId: string, id: string): Promise<AlbumRow | undefined> {
  return db
    .selectFrom('albums')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

export async function findAlbumByName(db: Db, accountId: string, name: string): Promise<AlbumRow | undefined> {
  return db
    .selectFrom('albums')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .executeTakeFirst();
}
