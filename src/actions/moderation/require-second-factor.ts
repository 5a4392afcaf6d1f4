import {
  isFactorRequired,
  setAdministratorsPolicy,
  setFactorRequired,
} from '../../catalog/accounts/second-factor-policy.ts';
import { deleteFactorsOf } from '../../catalog/accounts/second-factors.ts';
import { deleteSessionsOf } from '../../catalog/accounts/sessions.ts';
import { addAudit } from '../../catalog/moderation/audit.ts';
import type { Db } from '../../catalog/schema.ts';
import { AppError } from '../../core/errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { type NoticeDeps, notifyAccount } from '../accounts/notify-account.ts';
import { requireAccount } from './suspend-account.ts';

interface Deps {
  db: Db;
  clock: Clock;
}

/** The subject of audit entries about all administrators. */
const ADMINISTRATORS = 'administrators';

/**
 * Requires a second factor of one administrator or of all, or no longer. It applies from the next request: sessions in
 * which none was proven cannot administer. An operator does this on the command line.
 * @param of the id of an account, or all administrators
 * @returns whether it is a change, and whether the policy for all still requires one of that account
 * @throws AppError ACCOUNT_NOT_FOUND, FORBIDDEN for an account that is no administrator
 */
export async function requireSecondFactor(
  { db, clock }: Deps,
  of: string,
  required: boolean,
): Promise<{ changed: boolean; stillRequired: boolean }> {
  const action = required ? 'account.require_second_factor' : 'account.lift_second_factor';
  return db.transaction().execute(async (tx) => {
    const isForAll = of === ADMINISTRATORS;
    if (!isForAll && !(await requireAccount(tx, of)).isAdmin) {
      throw new AppError('FORBIDDEN', { detail: 'The account is no administrator.' });
    }
    const changed = isForAll
      ? await setAdministratorsPolicy(tx, required, clock.now())
      : await setFactorRequired(tx, of, required);
    if (changed) await addAudit(tx, { actorId: null, action, subject: of, details: {} }, clock.now());
    return { changed, stillRequired: !isForAll && (await isFactorRequired(tx, of)) };
  });
}

/**
 * Removes all second factors and recovery codes of an account whose owner has lost them, and ends its sessions.
 * @returns the number of factors
 * @throws AppError ACCOUNT_NOT_FOUND
 */
export async function resetSecondFactor(deps: Deps & NoticeDeps, id: string): Promise<number> {
  const { db, clock } = deps;
  return db.transaction().execute(async (tx) => {
    await requireAccount(tx, id);
    const removed = await deleteFactorsOf(tx, id);
    await deleteSessionsOf(tx, id);
    await notifyAccount(deps, tx, id, 'second_factor_removed', { from: null });
    const details = { removed };
    await addAudit(tx, { actorId: null, action: 'account.reset_second_factor', subject: id, details }, clock.now());
    return removed;
  });
}
