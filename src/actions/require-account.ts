import { type AccountSecrets, findAccountWithSecrets } from '../catalog/accounts.ts';
import type { Db } from '../catalog/schema.ts';
import type { AccountCaller } from '../core/caller.ts';
import { AppError } from '../core/errors.ts';

/** The caller's account. @throws AppError INVALID_API_KEY when it has been deleted meanwhile */
export async function requireOwnAccount({ db }: { db: Db }, caller: AccountCaller): Promise<AccountSecrets> {
  const account = await findAccountWithSecrets(db, { id: caller.accountId });
  if (account === undefined) throw new AppError('INVALID_API_KEY');
  return account;
}
