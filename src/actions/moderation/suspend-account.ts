import {
  type AdministeredAccount,
  findAdministered,
  setAdmin,
  setPlan,
  setSuspension,
} from '../../catalog/accounts/administered.ts';
import { deleteKey, listKeys, updateKey } from '../../catalog/accounts/keys.ts';
import type { Removals } from '../../catalog/images/removals.ts';
import { addAudit } from '../../catalog/moderation/audit.ts';
import { quarantineAccount, releaseAccount } from '../../catalog/moderation/quarantine.ts';
import type { Db, Tx } from '../../catalog/schema.ts';
import { AppError } from '../../core/errors.ts';
import { cleanDescription } from '../../core/names.ts';
import type { PlanName } from '../../core/plans.ts';
import type { Clock } from '../../lib/clock.ts';

interface SuspensionDeps {
  clock: Clock;
  removals: Removals;
}

/** Changes by an administrator; undefined keeps the current value. */
export interface AccountChange {
  plan?: PlanName | undefined;
  /** Only the command line changes it. The keys of a former administrator lose the scope. */
  admin?: boolean | undefined;
  suspended?: boolean | undefined;
  /** Reason of a suspension. */
  reason?: string | null | undefined;
  /** Whether a suspension also hides the account's images. */
  hideImages?: boolean | undefined;
}

interface Suspension {
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
 * Changes the plan of an account, suspends it or ends its suspension. The change applies from the account's next request,
 * because each request reads its caller from the catalog.
 * @param actorId account of the administrator; null for the command line
 * @throws AppError ACCOUNT_NOT_FOUND, FORBIDDEN when administrators suspend themselves
 */
export async function administerAccount(
  deps: SuspensionDeps & { db: Db },
  actorId: string | null,
  id: string,
  change: AccountChange,
): Promise<AdministeredAccount> {
  const { plan, admin, suspended, hideImages = false } = change;
  const reason = cleanDescription(change.reason ?? null);
  return deps.db.transaction().execute(async (tx) => {
    const account = await requireAccount(tx, id);
    if (plan !== undefined && plan !== account.plan) {
      await setPlan(tx, id, plan);
      const details = { from: account.plan, to: plan };
      await addAudit(tx, { actorId, action: 'account.plan', subject: id, details }, deps.clock.now());
    }
    if (admin !== undefined && admin !== account.isAdmin) {
      await setAdmin(tx, id, admin);
      if (!admin) await removeAdminGrants(tx, id, deps.clock.now());
      await addAudit(tx, { actorId, action: 'account.admin', subject: id, details: { admin } }, deps.clock.now());
    }
    if (suspended !== undefined) await suspendAccount(deps, tx, actorId, id, { suspended, reason, hideImages });
    return requireAccount(tx, id);
  });
}

/** A key that has no other scope ends. */
async function removeAdminGrants(tx: Tx, accountId: string, nowMs: number): Promise<void> {
  for (const key of await listKeys(tx, accountId, nowMs)) {
    if (!key.grants.includes('admin')) continue;
    const grants = key.grants.filter((grant) => grant !== 'admin');
    if (grants.length === 0) await deleteKey(tx, accountId, key.id, nowMs);
    else await updateKey(tx, key.id, { grants });
  }
}

/** Suspends an account or ends its suspension, in a transaction. @throws AppError ACCOUNT_NOT_FOUND, FORBIDDEN */
export async function suspendAccount(
  { clock, removals }: SuspensionDeps,
  tx: Tx,
  actorId: string | null,
  id: string,
  { suspended, reason, hideImages }: Suspension,
): Promise<void> {
  const now = clock.now();
  const account = await requireAccount(tx, id);
  if (suspended && id === actorId) {
    throw new AppError('FORBIDDEN', { detail: 'Administrators cannot suspend themselves.' });
  }
  if (!suspended && account.suspendedAt === null) return;
  await setSuspension(tx, id, suspended ? { atMs: account.suspendedAt ?? now, reason } : null);
  if (suspended) {
    const hidden = hideImages ? await quarantineAccount(tx, id, { cause: 'account', reason }, now, removals) : 0;
    const details = { reason, images_hidden: hidden };
    await addAudit(tx, { actorId, action: 'account.suspend', subject: id, details }, now);
  } else {
    // Images that an administrator or the validator quarantined stay in quarantine.
    const details = { images_shown: await releaseAccount(tx, id, 'account') };
    await addAudit(tx, { actorId, action: 'account.unsuspend', subject: id, details }, now);
  }
}
