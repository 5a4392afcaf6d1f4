import type { Db } from '../schema.ts';
import type { SecondFactorRow } from './rows.ts';

/** A second factor of an account. Times are Unix milliseconds. */
export interface SecondFactor {
  id: string;
  accountId: string;
  kind: SecondFactorRow['kind'];
  name: string;
  /** The credential id of a passkey, base64url; null for TOTP. */
  credentialId: string | null;
  /** TOTP: the encrypted secret. Passkey: the public key (COSE), base64url. */
  keyMaterial: string;
  transports: string[];
  /** TOTP: the time step of the last accepted code. Passkey: its signature counter. */
  counter: number;
  /** Wrong codes since the last proof. */
  failures: number;
  createdAt: number;
  lastUsedAt: number | null;
}

/** @returns false when a passkey with this credential id exists */
export async function insertFactor(db: Db, factor: SecondFactor): Promise<boolean> {
  const inserted = await db
    .insertInto('second_factors')
    .values({
      id: factor.id,
      account_id: factor.accountId,
      kind: factor.kind,
      name: factor.name,
      credential_id: factor.credentialId,
      key_material: factor.keyMaterial,
      transports: factor.transports.join(' '),
      counter: factor.counter,
      failures: factor.failures,
      created_at: factor.createdAt,
      last_used_at: factor.lastUsedAt,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** The second factors of an account, oldest first. */
export async function listFactors(db: Db, accountId: string): Promise<SecondFactor[]> {
  const rows = await db
    .selectFrom('second_factors')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toFactor);
}

/** The passkeys among the second factors of an account. */
export function passkeysOf(factors: readonly SecondFactor[]): (SecondFactor & { credentialId: string })[] {
  return factors.filter((factor): factor is SecondFactor & { credentialId: string } => factor.credentialId !== null);
}

/** @param credentialId base64url */
export async function findPasskey(db: Db, credentialId: string): Promise<SecondFactor | undefined> {
  const row = await db
    .selectFrom('second_factors')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  return row && toFactor(row);
}

/** @returns false when the account has no such factor */
export async function renameFactor(db: Db, accountId: string, id: string, name: string): Promise<boolean> {
  const renamed = await db
    .updateTable('second_factors')
    .set({ name })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  return renamed !== undefined;
}

/** @returns false when the account has no such factor */
export async function deleteFactor(db: Db, accountId: string, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('second_factors')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Deletes all factors and recovery codes of an account. @returns the number of factors */
export async function deleteFactorsOf(db: Db, accountId: string): Promise<number> {
  await db.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
  const deleted = await db.deleteFrom('second_factors').where('account_id', '=', accountId).returning('id').execute();
  return deleted.length;
}

/**
 * Moves the counter of a factor forward, so that a code or signature counts once. Of parallel calls with the same counter
 * one succeeds; passkeys whose counter stays 0 have none.
 * @returns false when the counter has been reached before
 */
export async function advanceFactor(db: Db, id: string, counter: number, nowMs: number): Promise<boolean> {
  const advanced = await db
    .updateTable('second_factors')
    .set({ counter, last_used_at: nowMs })
    .where('id', '=', id)
    .where((eb) =>
      counter === 0 ? eb.and([eb('kind', '=', 'passkey'), eb('counter', '=', 0)]) : eb('counter', '<', counter),
    )
    .returning('id')
    .executeTakeFirst();
  return advanced !== undefined;
}

/** Counts a wrong code. */
export async function addFailure(db: Db, id: string): Promise<void> {
  await db
    .updateTable('second_factors')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Forgets the wrong codes of an account after a proof. */
export async function resetFailures(db: Db, accountId: string): Promise<void> {
  await db
    .updateTable('second_factors')
    .set({ failures: 0 })
    .where('account_id', '=', accountId)
    .where('failures', '>', 0)
    .execute();
}

function toFactor(row: SecondFactorRow): SecondFactor {
  return {
    id: row.id,
    accountId: row.account_id,
    kind: row.kind,
    name: row.name,
    credentialId: row.credential_id,
    keyMaterial: row.key_material,
    transports: row.transports === '' ? [] : row.transports.split(' '),
    counter: row.counter,
    failures: row.failures,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}
