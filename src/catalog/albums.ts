import { newId } from '../core/ids.ts';
import type { Db, Tx } from './schema.ts';

/** The id of the account's album of this name, which is made when it is missing. */
export async function findOrCreateAlbum(tx: Tx, accountId: string, name: string, nowMs: number): Promise<string> {
  await tx
    .insertInto('albums')
    .values({ id: newId('alb'), account_id: accountId, name, created_at: nowMs })
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
