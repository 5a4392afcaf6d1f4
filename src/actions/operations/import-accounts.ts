import { type AccountCredentials, findAccountCredentials, insertAccount } from '../../catalog/accounts/accounts.ts';
import { setSuspension } from '../../catalog/accounts/administered.ts';
import { insertAlbum } from '../../catalog/images/albums.ts';
import { addAudit } from '../../catalog/moderation/audit.ts';
import { findImport, recordImport } from '../../catalog/operations/imports.ts';
import type { Db } from '../../catalog/schema.ts';
import type { AccountCaller } from '../../core/caller.ts';
import { newId } from '../../core/ids.ts';
import { cleanDescription } from '../../core/names.ts';
import type { Plan, PlanName } from '../../core/plans.ts';
import { type ImportSource, isProblem, type SourceAccount, type SourceProblem } from '../../import/port.ts';
import type { Clock } from '../../lib/clock.ts';
import { normalizeEmail } from '../accounts/register-account.ts';

export interface ImportAccountDeps {
  db: Db;
  clock: Clock;
}

export interface ImportAccountOptions {
  ledger: string;
  isDryRun: boolean;
  /** The address of an account; undefined = none. */
  emailOf(account: SourceAccount): string | undefined;
  /** Limits of the uploads of an account. */
  planOf(name: PlanName): Plan;
  /** The plan of a new account. */
  newPlan(account: SourceAccount): PlanName;
  cleanAlbum(name: string): string | null;
}

/** The accounts of a source: their callers by key. An account without a caller has a problem, which is reported. */
export interface ImportedAccounts {
  callers: ReadonlyMap<string, AccountCaller>;
  created: number;
  matched: number;
  albums: number;
}

/** The id that a dry run gives to accounts that it would create: no row has it. */
const DRY_RUN_ID = 'acc_dry_run';

/**
 * Finds the accounts of a source by their email addresses, creates those that are missing without a password and without
 * keys, and creates their albums. Only a proved address is a claim on an existing account, on both sides.
 * @param onProblem called for each account that is left out
 */
export async function importAccounts(
  deps: ImportAccountDeps,
  source: ImportSource,
  options: ImportAccountOptions,
  onProblem: (problem: SourceProblem) => void,
): Promise<ImportedAccounts> {
  const callers = new Map<string, AccountCaller>();
  const counts = { created: 0, matched: 0, albums: 0 };
  for await (const one of source.accounts()) {
    const found = isProblem(one) ? one : await accountOf(deps, one, options);
    if (isProblem(found)) {
      onProblem(found);
      continue;
    }
    if (found.isNew) counts.created++;
    else counts.matched++;
    const { key } = one as SourceAccount;
    const caller = { kind: 'account', accountId: found.id, keyId: null, grants: ['*'] } as const;
    callers.set(key, { ...caller, plan: options.planOf(found.plan) });
  }
  for await (const { account, name, description, createdAt } of source.albums()) {
    const accountId = callers.get(account)?.accountId;
    const clean = options.cleanAlbum(name);
    if (accountId === undefined || clean === null) continue;
    counts.albums++;
    if (options.isDryRun) continue;
    const album = { accountId, name: clean, description: cleanDescription(description) };
    await insertAlbum(deps.db, album, createdAt ?? deps.clock.now());
  }
  return { callers, ...counts };
}

interface FoundAccount {
  id: string;
  plan: PlanName;
  isNew: boolean;
}

async function accountOf(
  deps: ImportAccountDeps,
  account: SourceAccount,
  options: ImportAccountOptions,
): Promise<FoundAccount | SourceProblem> {
  const problem = (code: SourceProblem['code'], reason: string) => ({ where: account.where, code, reason });
  const who = JSON.stringify(account.username ?? account.name ?? account.key);
  const item = `account ${account.key}`;
  const importedId = await findImport(deps.db, options.ledger, item);
  const imported = importedId && (await findAccountCredentials(deps.db, { id: importedId }));
  if (imported) return { id: imported.id, plan: imported.plan, isNew: false };
  const given = options.emailOf(account);
  if (given === undefined || given.trim() === '') {
    return problem('NO_EMAIL', `The account ${who} has no email address (--accounts, --email-domain, --into).`);
  }
  const email = normalizeEmail(given);
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254) {
    return problem('NO_EMAIL', `The account ${who} has no valid email address.`);
  }
  const existing = await findAccountCredentials(deps.db, { email });
  if (existing === undefined) return createAccount(deps, account, email, item, options);
  if (existing.emailVerifiedAt === null || !account.isVerified) {
    const side = account.isVerified ? 'here' : 'at the other host';
    return problem('UNPROVED_EMAIL', `${email} has an account here, without a proof of the address ${side}.`);
  }
  await remember(deps, existing, item, options);
  return { id: existing.id, plan: existing.plan, isNew: false };
}

async function remember(
  { db, clock }: ImportAccountDeps,
  { id }: AccountCredentials,
  item: string,
  { ledger, isDryRun }: ImportAccountOptions,
): Promise<void> {
  if (isDryRun) return;
  await db.transaction().execute((tx) => recordImport(tx, { ledger, item, resultId: id }, clock.now()));
}

/** The operator vouches for an address that the other host has proved: its owner sets a password by a mailed link. */
async function createAccount(
  { db, clock }: ImportAccountDeps,
  account: SourceAccount,
  email: string,
  item: string,
  options: ImportAccountOptions,
): Promise<FoundAccount> {
  const plan = options.newPlan(account);
  if (options.isDryRun) return { id: DRY_RUN_ID, plan, isNew: true };
  const now = clock.now();
  const id = newId('acc');
  const name = cleanDescription(account.name)?.replace(/\s+/g, ' ').slice(0, 100) ?? null;
  await db.transaction().execute(async (tx) => {
    const emailVerifiedAt = account.isVerified ? now : null;
    const createdAt = Math.min(account.createdAt ?? now, now);
    const row = {
      id,
      email,
      name,
      plan,
      isAdmin: false,
      createdAt,
      emailVerifiedAt,
      pendingEmail: null,
      waitingFor: null,
    };
    const isFree = await insertAccount(tx, { ...row, passwordHash: account.passwordHash ?? null });
    if (!isFree) throw new Error(`${email} has just been registered: run the import again.`);
    const details = { email, plan, import: options.ledger };
    await addAudit(tx, { actorId: null, action: 'account.create', subject: id, details }, now);
    if (account.isSuspended) {
      const reason = 'suspended at the host that it was imported from';
      await setSuspension(tx, id, { atMs: now, reason });
    }
    await recordImport(tx, { ledger: options.ledger, item, resultId: id }, now);
  });
  return { id, plan, isNew: true };
}
