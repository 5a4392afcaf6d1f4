import {
  type AdministeredAccount,
  findAdministered,
  setPlanOf,
  setSuspension,
} from '../../catalog/accounts/accounts.ts';
import { addAudit } from '../../catalog/moderation/audit.ts';
import { type Instant, quarantineAccount, releaseAccount } from '../../catalog/moderation/quarantine.ts';
import type { Db, Tx } from '../../catalog/schema.ts';
import { AppError } from '../../core/errors.ts';
import type { PlanName } from '../../core/plans.ts';
import type { Clock } from '../../lib/clock.ts';

/** What an administrator changes; undefined = as it is. */
export interface AccountChange {
  plan?: PlanName | undefined;
  suspended?: boolean | undefined;
  /** Why, when it is suspended. */
  reason?: string | null | undefined;
  /** Whether nobody sees its images while it is suspended. */
  hideImages?: boolean | undefined;
}

export interface Suspension {
  suspended: boolean;
  reason: string | null;
  hideImages: boolean;
}

/** @throws AppError ACCOUNT_NOT_FOUND */
export async function requireAccount(db: Db, id: string): Promise<AdministeredAccount> {
  const account = await findAdministered(db, id);
  if (account === undefined) throw new AppError('ACCOUNT_NOT_FOUND');
  return account;
}

/**
 * Puts an account on another plan, suspends it or lets it go on. Callers are looked up at each request, so the very next
 * one is answered accordingly.
 * @param actorId account of the administrator; null for a command
 * @throws AppError ACCOUNT_NOT_FOUND, FORBIDDEN when administrators would suspend themselves
 */
export async function changeAccount(
  { db, clock, hasEdge }: { db: Db; clock: Clock; hasEdge: boolean },
  actorId: string | null,
  id: string,
  change: AccountChange,
): Promise<AdministeredAccount> {
  const now = clock.now();
  const instant = { nowMs: now, hasEdge };
  const { plan, suspended, reason = null, hideImages = false } = change;
  return db.transaction().execute(async (tx) => {
    const account = await requireAccount(tx, id);
    if (plan !== undefined && plan !== account.plan) {
      await setPlanOf(tx, id, plan);
      const details = { from: account.plan, to: plan };
      await addAudit(tx, { actorId, action: 'account.plan', subject: id, details }, now);
    }
    if (suspended !== undefined) await suspendWithin(tx, actorId, id, { suspended, reason, hideImages }, instant);
    return requireAccount(tx, id);
  });
}

/** Suspends an account, or lets it go on, in a transaction. @throws AppError ACCOUNT_NOT_FOUND, FORBIDDEN */
export async function suspendWithin(
  tx: Tx,
  actorId: string | null,
  id: string,
  { suspended, reason, hideImages }: Suspension,
  instant: Instant,
): Promise<void> {
  const now = instant.nowMs;
  const account = await requireAccount(tx, id);
  if (suspended && id === actorId) {
    throw new AppError('FORBIDDEN', { detail: 'Administrators cannot suspend themselves.' });
  }
  if (!suspended && account.suspendedAt === null) return;
  await setSuspension(tx, id, suspended ? { atMs: account.suspendedAt ?? now, reason } : null);
  if (suspended) {
    const hidden = hideImages ? await quarantineAccount(tx, id, { cause: 'account', reason }, instant) : 0;
    const details = { reason, images_hidden: hidden };
    await addAudit(tx, { actorId, action: 'account.suspend', subject: id, details }, now);
  } else {
    // What an administrator or the validator has put away stays there.
    const details = { images_shown: await releaseAccount(tx, id, 'account') };
    await addAudit(tx, { actorId, action: 'account.unsuspend', subject: id, details }, now);
  }
}
