import type { Db } from '../schema.ts';

const POLICY = 'second-factor-of-administrators';

/** The start of the policy that requires a second factor of all administrators; no row while there is none. */
export function policyQuery(db: Db) {
  return db.selectFrom('policies').select('policies.since').where('policies.name', '=', POLICY);
}

/** Requires a second factor of all administrators, also of later ones, or no longer. @returns whether that is a change */
export async function setAdministratorsPolicy(db: Db, required: boolean, nowMs: number): Promise<boolean> {
  if (!required) {
    const lifted = await db.deleteFrom('policies').where('name', '=', POLICY).returning('name').executeTakeFirst();
    return lifted !== undefined;
  }
  const inserted = await db
    .insertInto('policies')
    .values({ name: POLICY, since: nowMs })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Requires a second factor of one administrator, or no longer. @returns whether that is a change */
export async function setFactorRequired(db: Db, accountId: string, required: boolean): Promise<boolean> {
  const changed = await db
    .updateTable('accounts')
    .set({ second_factor_required: required ? 1 : 0 })
    .where('id', '=', accountId)
    .where('second_factor_required', '=', required ? 0 : 1)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** Whether the operator requires a second factor of an account. */
export async function isFactorRequired(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select(['is_admin', 'second_factor_required'])
    .select(policyQuery(db).as('policy_since'))
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row?.is_admin === 1 && (row.second_factor_required === 1 || row.policy_since !== null);
}
