import { lockAccount } from '../../catalog/accounts/accounts.ts';
import { countRecoveryCodes, replaceRecoveryCodes } from '../../catalog/accounts/recovery-codes.ts';
import { isFactorRequired } from '../../catalog/accounts/second-factor-policy.ts';
import { deleteFactor, listFactors, renameFactor, type SecondFactor } from '../../catalog/accounts/second-factors.ts';
import { deleteSessionsOf, setSecondFactorProven } from '../../catalog/accounts/sessions.ts';
import type { Db } from '../../catalog/schema.ts';
import type { AccountCaller } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import { parseLabel } from '../../core/names.ts';
import { type AccountActor, type NoticeDeps, notifyAccount } from './notify-account.ts';
import { type ReauthenticationDeps, reauthenticateSession, requireSession } from './reauthenticate.ts';

/** The second factors of the caller's account. */
export async function showSecondFactors(
  { db }: { db: Db },
  { accountId }: AccountCaller,
): Promise<{ factors: SecondFactor[]; recoveryCodesLeft: number; required: boolean }> {
  return {
    factors: await listFactors(db, accountId),
    recoveryCodesLeft: await countRecoveryCodes(db, accountId),
    required: await isFactorRequired(db, accountId),
  };
}

/** @throws AppError SECOND_FACTOR_NOT_FOUND, FORBIDDEN for an API key */
export async function renameSecondFactor(
  { db }: { db: Db },
  caller: AccountCaller,
  id: string,
  name: string,
): Promise<SecondFactor> {
  requireSession(caller);
  if (!(await renameFactor(db, caller.accountId, id, parseLabel(name)))) throw new AppError('SECOND_FACTOR_NOT_FOUND');
  const renamed = (await listFactors(db, caller.accountId)).find((factor) => factor.id === id);
  if (renamed === undefined) throw new AppError('SECOND_FACTOR_NOT_FOUND');
  return renamed;
}

/**
 * Removes a second factor and ends all other sessions of the account. With the last factor go the recovery codes.
 * @throws AppError SECOND_FACTOR_NOT_FOUND, and the errors of `reauthenticateSession`
 */
export async function removeSecondFactor(
  deps: ReauthenticationDeps & NoticeDeps,
  { caller, from }: AccountActor,
  id: string,
  password: string | undefined,
): Promise<void> {
  const { account, sessionId } = await reauthenticateSession(deps, caller, password);
  await deps.db.transaction().execute(async (tx) => {
    await lockAccount(tx, account.id);
    if (!(await deleteFactor(tx, account.id, id))) throw new AppError('SECOND_FACTOR_NOT_FOUND');
    await deleteSessionsOf(tx, account.id, sessionId);
    await notifyAccount(deps, tx, account.id, 'second_factor_removed', { from });
    if ((await listFactors(tx, account.id)).length > 0) return;
    await replaceRecoveryCodes(tx, account.id, []);
    await setSecondFactorProven(tx, sessionId, false);
  });
}
