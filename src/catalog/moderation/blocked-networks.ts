import type { Db, Tx } from '../schema.ts';
import type { BlockedNetworkRow } from './rows.ts';

/** A blocked network with the email address of its creator. */
export type BlockedNetwork = BlockedNetworkRow & { creator_email: string | null };

export async function insertBlockedNetwork(tx: Tx, row: BlockedNetworkRow): Promise<void> {
  await tx.insertInto('blocked_networks').values(row).execute();
}

/** Networks that are blocked at the instant, the newest block first. */
export async function listBlockedNetworks(db: Db, nowMs: number): Promise<BlockedNetwork[]> {
  return db
    .selectFrom('blocked_networks')
    .leftJoin('accounts', 'accounts.id', 'blocked_networks.created_by')
    .selectAll('blocked_networks')
    .select('accounts.email as creator_email')
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', nowMs)]))
    .orderBy('blocked_networks.created_at', 'desc')
    .orderBy('blocked_networks.id', 'desc')
    .execute();
}

/** @returns the removed block; undefined when it does not exist */
export async function deleteBlockedNetwork(tx: Tx, id: string): Promise<BlockedNetworkRow | undefined> {
  return tx.deleteFrom('blocked_networks').where('id', '=', id).returningAll().executeTakeFirst();
}

/** Erases blocks that have ended. */
export async function deleteEndedNetworkBlocks(db: Db, nowMs: number): Promise<void> {
  await db.deleteFrom('blocked_networks').where('ends_at', '<=', nowMs).execute();
}
