import { randomBytes } from 'node:crypto';
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
