import { findAccountCredentials, lockAccount } from '../../catalog/accounts/accounts.ts';
import { type AdministeredAccount, endWait, listWaitingSince } from '../../catalog/accounts/administered.ts';
import { addAudit } from '../../catalog/moderation/audit.ts';
import type { Db, Tx } from '../../catalog/schema.ts';
import { AppError } from '../../core/errors.ts';
import type { WaitingFor } from '../../core/states.ts';
import { type AccountDeletionDeps, deleteAccount } from '../accounts/delete-account.ts';
import { type NoticeDeps, notifyAccount } from '../accounts/notify-account.ts';
import { requireAccount } from './suspend-account.ts';

const DAY_MS = 86_400_000;
const BATCH = 100;

/**
 * Lets a waiting account be used from its next request, and tells its owner by mail. Approving it again changes nothing.
 * @param actorId account of the administrator; null = a command
 * @throws AppError ACCOUNT_NOT_FOUND
 */
export async function approveAccount(
  deps: NoticeDeps & { db: Db },
  actorId: string | null,
  id: string,
): Promise<AdministeredAccount> {
  return deps.db.transaction().execute(async (tx) => {
    await lockAccount(tx, id);
    const { waitingFor } = await requireAccount(tx, id);
    if (waitingFor === null) return requireAccount(tx, id);
    await endWait(tx, id);
    const details = { waiting_for: waitingFor };
    await addAudit(tx, { actorId, action: 'account.approve', subject: id, details }, deps.clock.now());
    await notifyAccount(deps, tx, id, 'account_approved', { from: null });
    return requireAccount(tx, id);
  });
}

/**
 * Deletes a waiting account.
 * @param actorId account of the administrator; null = a command
 * @throws AppError ACCOUNT_NOT_FOUND, ACCOUNT_NOT_WAITING
 */
export async function rejectAccount(deps: AccountDeletionDeps, actorId: string | null, id: string): Promise<void> {
  await deleteAccount(deps, id, 'delete', async (tx) => {
    const details = { waiting_for: await requireWaiting(tx, id) };
    await addAudit(tx, { actorId, action: 'account.reject', subject: id, details }, deps.clock.now());
  });
}

/** Deletes accounts that were not approved or verified in time. */
export async function deleteUndecided(deps: AccountDeletionDeps, waitingDays: number): Promise<void> {
  const ids = await listWaitingSince(deps.db, deps.clock.now() - waitingDays * DAY_MS, BATCH);
  for (const id of ids) {
    try {
      await deleteAccount(deps, id, 'delete', async (tx) => void (await requireWaiting(tx, id)));
    } catch (error) {
      // It was approved or deleted since.
      if (!(error instanceof AppError)) throw error;
    }
  }
}

async function requireWaiting(tx: Tx, id: string): Promise<WaitingFor> {
  await lockAccount(tx, id);
  const account = await findAccountCredentials(tx, { id });
  if (account === undefined) throw new AppError('ACCOUNT_NOT_FOUND');
  if (account.waitingFor === null) throw new AppError('ACCOUNT_NOT_WAITING');
  return account.waitingFor;
}
