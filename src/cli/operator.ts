import { normalizeEmail } from '../actions/accounts/register-account.ts';
import { type Account, findAccountByEmail } from '../catalog/accounts/accounts.ts';
import type { Db } from '../catalog/schema.ts';
import type { AccountCaller } from '../core/caller.ts';
import type { Plans } from '../core/plans.ts';

/** @throws Error when nobody is registered with the address */
export async function requireAccount(db: Db, email: string): Promise<Account> {
  const account = await findAccountByEmail(db, normalizeEmail(email));
  if (account === undefined) throw noSuchAccount(email);
  return account;
}

export function noSuchAccount(email: string): Error {
  return new Error(`There is no account ${normalizeEmail(email)} (imgd account list shows all).`);
}

/** Whoever may run commands on the catalog may do everything to its accounts. */
export function operatorOf({ id, plan }: Pick<Account, 'id' | 'plan'>, plans: Plans): AccountCaller {
  return { kind: 'account', plan: plans[plan], accountId: id, keyId: 'command line', grants: ['*', 'admin'] };
}
