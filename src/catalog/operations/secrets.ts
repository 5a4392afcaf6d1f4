import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';

const SECRET_BYTES = 32;

/** A secret of the service by its name: made by whoever asks first, and the same for all processes from then on. */
export async function findOrCreateSecret(db: Db, name: string): Promise<Buffer> {
  await db
    .insertInto('secrets')
    .values({ name, value: randomBytes(SECRET_BYTES).toString('hex') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow();
  return Buffer.from(value, 'hex');
}

const ID = 'catalog-id';
const MARKS = 'store-marks';
/** How many of the marks that were left with the blobs are remembered, the newest first: those of three days. */
const REMEMBERED = 300;
const MARK_CHARACTERS = 36;

/** What tells this catalog from all others; its copies and backups have the same. */
export async function catalogId(db: Db): Promise<string> {
  return (await findOrCreateSecret(db, ID)).toString('hex').slice(0, 32);
}

/** The marks that this catalog has left with its blobs lately, the newest first. */
export async function listOwnerTokens(db: Db): Promise<string[]> {
  const row = await db.selectFrom('secrets').select('value').where('name', '=', MARKS).executeTakeFirst();
  return row === undefined ? [] : row.value.split(' ');
}

/** Remembers a mark; done before it is left with the blobs. @param mark a UUID */
export async function addOwnerToken(db: Db, mark: string): Promise<void> {
  const characters = REMEMBERED * (MARK_CHARACTERS + 1) - 1;
  await db
    .insertInto('secrets')
    .values({ name: MARKS, value: mark })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        value: sql<string>`substr(${`${mark} `} || secrets.value, 1, ${sql.lit(characters)})`,
      }),
    )
    .execute();
}
