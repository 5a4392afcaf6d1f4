import { type Account, insertAccount } from '../../catalog/accounts/accounts.ts';
import type { Db, Tx } from '../../catalog/schema.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { PlanName } from '../../core/plans.ts';
import { hashPassword } from '../../identity/password-hash.ts';
import type { Clock } from '../../lib/clock.ts';
import { type IssuedKey, issueKey } from './api-keys.ts';

export interface NewAccount {
  email: string;
  /** null for accounts created on the command line, which have only keys. */
  password: string | null;
  name: string | null;
  plan: PlanName;
  isAdmin: boolean;
}

/**
 * Creates an account with its first API key in one transaction.
 * @param alongside runs in the same transaction
 * @throws AppError EMAIL_TAKEN
 */
export async function registerAccount(
  { db, clock }: { db: Db; clock: Clock },
  wanted: NewAccount,
  alongside: (tx: Tx, account: Account) => Promise<void> = async () => {},
): Promise<{ account: Account; key: IssuedKey }> {
  const passwordHash = wanted.password === null ? null : await hashPassword(wanted.password);
  const now = clock.now();
  const account: Account = {
    id: newId('acc'),
    email: normalizeEmail(wanted.email),
    name: wanted.name,
    plan: wanted.plan,
    isAdmin: wanted.isAdmin,
    createdAt: now,
  };
  return db.transaction().execute(async (tx) => {
    if (!(await insertAccount(tx, { ...account, passwordHash }))) throw new AppError('EMAIL_TAKEN', { param: 'email' });
    const grants = wanted.isAdmin ? (['*', 'admin'] as const) : (['*'] as const);
    const key = await issueKey(
      tx,
      { accountId: account.id, name: 'default', grants: [...grants], expiresAt: null },
      now,
    );
    await alongside(tx, account);
    return { account, key };
  });
}

/** The canonical spelling of an address, so that it cannot be registered twice. */
export function normalizeEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}
