import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';

const SECRET_BYTES = 32;

/** A secret of the service, shared by all its processes. The first call creates it. */
export async function findOrCreateSecret(db: Db, name: string): Promise<Buffer> {
  const query = db.selectFrom('secrets').select('value').where('name', '=', name);
  const found = await query.executeTakeFirst();
  if (found !== undefined) return Buffer.from(found.value, 'hex');
  await db
    .insertInto('secrets')
    .values({ name, value: randomBytes(SECRET_BYTES).toString('hex') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  // Another process may have created it since.
  return Buffer.from((await query.executeTakeFirstOrThrow()).value, 'hex');
}

const CATALOG_ID = 'catalog-id';
/** Stored under this name, so its old word stays. */
const OWNER_TOKENS = 'store-marks';
/** The newest owner tokens, which cover three days. */
const MAX_OWNER_TOKENS = 300;
const UUID_CHARACTERS = 36;

/** Identifies this catalog among others. Copies and backups have the same id. */
export async function catalogId(db: Db): Promise<string> {
  return (await findOrCreateSecret(db, CATALOG_ID)).toString('hex').slice(0, 32);
}

/** The owner tokens that this catalog has written to its stores lately, newest first. */
export async function listOwnerTokens(db: Db): Promise<string[]> {
  const row = await db.selectFrom('secrets').select('value').where('name', '=', OWNER_TOKENS).executeTakeFirst();
  return row === undefined ? [] : row.value.split(' ');
}

/** Records an owner token. Call it before the token is written to the stores. @param token a UUID */
export async function addOwnerToken(db: Db, token: string): Promise<void> {
  const characters = MAX_OWNER_TOKENS * (UUID_CHARACTERS + 1) - 1;
  await db
    .insertInto('secrets')
    .values({ name: OWNER_TOKENS, value: token })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        value: sql<string>`substr(${`${token} `} || secrets.value, 1, ${sql.lit(characters)})`,
      }),
    )
    .execute();
}
