import { lockAccount } from '../../catalog/accounts/accounts.ts';
import { replaceRecoveryCodes } from '../../catalog/accounts/recovery-codes.ts';
import { listFactors } from '../../catalog/accounts/second-factors.ts';
import type { Tx } from '../../catalog/schema.ts';
import { AppError } from '../../core/errors.ts';
import { hashRecoveryCode, newRecoveryCode } from '../../core/ids.ts';
import { type AccountActor, type NoticeDeps, notifyAccount } from './notify-account.ts';
import { type ReauthenticationDeps, reauthenticateSession } from './reauthenticate.ts';

const RECOVERY_CODES = 10;

/**
 * Replaces all recovery codes.
 * @returns the codes, which are not shown again
 * @throws AppError SECOND_FACTOR_NOT_FOUND without a second factor, and the errors of `reauthenticateSession`
 */
export async function renewRecoveryCodes(
  deps: ReauthenticationDeps & NoticeDeps,
  { caller, from }: AccountActor,
  password: string | undefined,
): Promise<string[]> {
  const { account } = await reauthenticateSession(deps, caller, password);
  return deps.db.transaction().execute(async (tx) => {
    await lockAccount(tx, account.id);
    if ((await listFactors(tx, account.id)).length === 0) throw new AppError('SECOND_FACTOR_NOT_FOUND');
    await notifyAccount(deps, tx, account.id, 'recovery_codes_replaced', { from });
    return issueRecoveryCodes(tx, account.id);
  });
}

/** Makes new recovery codes, of which only the hashes are stored. Call it in the transaction that locked the account. */
export async function issueRecoveryCodes(tx: Tx, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await replaceRecoveryCodes(tx, accountId, codes.map(hashRecoveryCode));
  return codes;
}
