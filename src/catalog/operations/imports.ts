import { hash } from 'node:crypto';
import type { Db, Tx } from '../schema.ts';

/** Identity of an image or account at another host, and what an import made of it. */
export interface ImportedItem {
  /** Names the other host. */
  ledger: string;
  /** Unique within the ledger. */
  item: string;
  /** Of the image or account here. */
  resultId: string;
}

/** @returns the id of the image or account that an import made of this item, also if it was deleted since */
export async function findImport(db: Db, ledger: string, item: string): Promise<string | undefined> {
  const row = await importQuery(db, ledger, item).executeTakeFirst();
  return row?.result_id;
}

/** The query for one item, by the primary key. */
export function importQuery(db: Db, ledger = '', item = '') {
  return db.selectFrom('imports').select('result_id').where('ledger', '=', ledger).where('item', '=', keyOf(item));
}

/** Records what became of an item. @returns false when it has been recorded before; nothing is changed then */
export async function recordImport(tx: Tx, { ledger, item, resultId }: ImportedItem, nowMs: number): Promise<boolean> {
  const inserted = await tx
    .insertInto('imports')
    .values({ ledger, item: keyOf(item), result_id: resultId, imported_at: nowMs })
    .onConflict((conflict) => conflict.columns(['ledger', 'item']).doNothing())
    .returning('item')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Databases do not index long texts, and a path may have thousands of characters. */
const keyOf = (item: string) => hash('sha256', item, 'hex');
