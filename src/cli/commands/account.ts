import { type Command, Option } from 'commander';
import { deleteAccountOfOperator } from '../../actions/accounts/delete-account.ts';
import { normalizeEmail, registerAccount } from '../../actions/accounts/register-account.ts';
import { issueReset } from '../../actions/accounts/reset-password.ts';
import { approveAccount, rejectAccount } from '../../actions/moderation/approve-account.ts';
import { requireSecondFactor, resetSecondFactor } from '../../actions/moderation/require-second-factor.ts';
import { type AccountChange, administerAccount } from '../../actions/moderation/suspend-account.ts';
import { addUpChanges } from '../../catalog/accounts/account-changes.ts';
import type { Account } from '../../catalog/accounts/accounts.ts';
import {
  type AccountFilter,
  type AccountSort,
  type ListedAccount,
  listAdministered,
} from '../../catalog/accounts/administered.ts';
import { storageOf } from '../../catalog/images/images.ts';
import { addAudit } from '../../catalog/moderation/audit.ts';
import type { Db } from '../../catalog/schema.ts';
import type { Position } from '../../core/cursor.ts';
import { humanSize } from '../../core/human-size.ts';
import { DEFAULT_PLANS, type PlanName } from '../../core/plans.ts';
import { ACCOUNT_ORDERS, type AccountOrder } from '../../core/states.ts';
import { timestamp, timestampOrNull } from '../../core/time.ts';
import { integer } from '../../lib/setting-parsers.ts';
import { ACCOUNT_PLANS, emailAddress, parsed, planOfAccount } from '../parsed.ts';
import { counted, printJson, printLine, printNote, publicAddress, table } from '../print.ts';
import { requireAccount, withStorage } from '../with-storage.ts';
import { accountImagesCommand } from './account-images.ts';

const PLANS = ACCOUNT_PLANS.join(', ');

/** `imgd account …`: works on the catalog itself; a running server applies changes from the next request. */
export function accountCommand(program: Command): void {
  const account = program.command('account').description('create and change accounts (also beside a running server)');
  createCommand(account);
  changeCommands(account);
  decisionCommands(account);
  deleteCommand(account);
  secondFactorCommands(account);
  listCommand(account);
  accountImagesCommand(account);

  account
    .command('reset')
    .description('print a password reset link, valid once and for one hour')
    .argument('<email>', 'email address of the account', emailAddress)
    .action(async (email: string) => {
      const link = await withStorage(async (storage, { http }) => {
        return issueReset(storage, await requireAccount(storage.db, email), publicAddress(http), false);
      });
      printNote(`this link sets the password of ${normalizeEmail(email)}, once and within one hour:`);
      printLine(link);
    });
}

interface ListOptions {
  sort: AccountOrder;
  reverse: boolean;
  waiting: boolean;
  limit: number;
  json: boolean;
}

function listCommand(account: Command): void {
  account
    .command('list')
    .description('list accounts with what they store and when they were last used')
    .addOption(
      new Option('--sort <order>', 'by creation, the oldest first; by bytes, images or last use, the most first')
        .choices(ACCOUNT_ORDERS)
        .default('created'),
    )
    .option('--reverse', 'in the opposite order', false)
    .option('--waiting', 'only those that wait for approval or for the verification of their address', false)
    .option('--limit <count>', 'only the first accounts', parsed(integer(1, 1_000_000)), 1_000_000)
    .option('--json', 'print the accounts as JSON', false)
    .action(async ({ sort, reverse, waiting, limit, json }: ListOptions) => {
      const direction = (sort === 'created') === reverse ? 'desc' : 'asc';
      const accounts = await withStorage(({ db }) =>
        listSorted(db, waiting ? { waiting } : {}, { by: sort, direction }, limit),
      );
      const views = accounts.map((one) => ({ ...accountView(one), ...figuresView(one) }));
      if (json) return printJson(views);
      const rows = views.map((one) => [
        one.email,
        one.plan,
        one.admin ? 'yes' : 'no',
        one.suspended ? 'suspended' : one.waiting_for !== null ? 'waiting' : 'active',
        String(one.images),
        humanSize(one.bytes),
        one.last_seen_at ?? 'never',
        one.created_at,
        one.id,
      ]);
      printLine(table(['EMAIL', 'PLAN', 'ADMIN', 'STATE', 'IMAGES', 'SIZE', 'LAST SEEN', 'CREATED', 'ID'], rows));
    });
}

const LIST_PAGE = 500;

async function listSorted(db: Db, filter: AccountFilter, sort: AccountSort, limit: number): Promise<ListedAccount[]> {
  await addUpChanges(db);
  const accounts: ListedAccount[] = [];
  for (let after: Position | undefined; accounts.length < limit; ) {
    const wanted = Math.min(LIST_PAGE, limit - accounts.length);
    const page = await listAdministered(db, filter, sort, after, wanted);
    accounts.push(...page);
    const last = page.at(-1);
    if (last === undefined || page.length < wanted) break;
    after = { value: last.position, id: last.id };
  }
  return accounts;
}

function figuresView({ suspendedAt, waitingFor, images, bytes, lastSeenAt }: ListedAccount) {
  return {
    suspended: suspendedAt !== null,
    waiting_for: waitingFor,
    images,
    bytes,
    last_seen_at: timestampOrNull(lastSeenAt),
  };
}

interface CreateOptions {
  plan: PlanName;
  admin: boolean;
  newCatalog: boolean;
  json: boolean;
}

function createCommand(account: Command): void {
  account
    .command('create')
    .description('create an account and print its API key, which is not shown again')
    .argument('<email>', 'email address of the account', emailAddress)
    .option('--plan <plan>', `plan of the account: ${PLANS}`, planOfAccount, DEFAULT_PLANS.free.name)
    .option('--admin', 'create an administrator', false)
    .option('--new-catalog', 'make a new catalog where there is none (imgd serve and imgd migrate make one too)', false)
    .option('--json', 'print account and key as JSON', false)
    .action(async (email: string, options: CreateOptions) => {
      const { plan, admin: isAdmin } = options;
      const wanted = { email, password: null, name: null, plan, isAdmin, isVerified: true };
      const { account, key } = await withStorage(
        (storage) =>
          registerAccount(storage, wanted, (tx, { id, ...created }) => {
            const details = { email: created.email, plan: created.plan, admin: created.isAdmin };
            return addAudit(tx, { actorId: null, action: 'account.create', subject: id, details }, created.createdAt);
          }),
        { creates: options.newCatalog },
      );
      if (options.json) return printJson({ account: accountView(account), api_key: key.secret });
      const role = account.isAdmin ? ', administrator' : '';
      printNote(`account ${account.email} created (plan ${account.plan}${role}); its API key, shown only now:`);
      printLine(key.secret);
    });
}

function changeCommands(account: Command): void {
  const change = (email: string, changes: AccountChange) =>
    withStorage(async (storage) => {
      const { id } = await requireAccount(storage.db, email);
      return administerAccount(storage, null, id, changes);
    });

  account
    .command('plan')
    .description('change the plan of an account')
    .argument('<email>', 'email address of the account', emailAddress)
    .argument('<plan>', PLANS, planOfAccount)
    .action(async (email: string, plan: PlanName) => {
      const changed = await change(email, { plan });
      printLine(`${changed.email} is on plan ${plan}`);
    });

  account
    .command('admin')
    .description(
      'make an account an administrator; with --revoke it is none any more, and its keys lose the scope admin',
    )
    .argument('<email>', 'email address of the account', emailAddress)
    .option('--revoke', 'take the role away', false)
    .action(async (email: string, { revoke }: { revoke: boolean }) => {
      const changed = await change(email, { admin: !revoke });
      printLine(`${changed.email} is ${changed.isAdmin ? 'an administrator' : 'not an administrator'}`);
    });

  account
    .command('suspend')
    .description('refuse all requests of an account until it is unsuspended')
    .argument('<email>', 'email address of the account', emailAddress)
    .option('--reason <text>', 'reason, shown to administrators')
    .option('--hide-images', 'also hide its images', false)
    .action(async (email: string, { reason, hideImages }: { reason?: string; hideImages: boolean }) => {
      const changed = await change(email, { suspended: true, reason, hideImages });
      printLine(`${changed.email} is suspended`);
    });

  account
    .command('unsuspend')
    .description('end the suspension of an account')
    .argument('<email>', 'email address of the account', emailAddress)
    .action(async (email: string) => {
      const changed = await change(email, { suspended: false });
      printLine(`${changed.email} is not suspended`);
    });
}

function secondFactorCommands(account: Command): void {
  account
    .command('require-second-factor')
    .description('require a second factor of an administrator, or of all; without one, sessions cannot administer')
    .argument('[email]', 'email address of the administrator', emailAddress)
    .option('--admins', 'all administrators, also later ones', false)
    .option('--lift', 'no longer require it', false)
    .action(async (email: string | undefined, { admins, lift }: { admins: boolean; lift: boolean }) => {
      if (admins === (email !== undefined)) throw new Error('Name one administrator, or use --admins.');
      const { changed, stillRequired } = await withStorage(async (storage) => {
        const of = email === undefined ? 'administrators' : (await requireAccount(storage.db, email)).id;
        return requireSecondFactor(storage, of, !lift);
      });
      const whom = email === undefined ? 'all administrators' : normalizeEmail(email);
      printLine(`a second factor is ${lift ? 'no longer' : changed ? 'now' : 'already'} required of ${whom}`);
      if (lift && stillRequired) printNote('it stays required of all administrators: lift that with --admins --lift');
    });

  account
    .command('reset-second-factor')
    .description('remove all second factors of an account whose owner has lost them, and end its sessions')
    .argument('<email>', 'email address of the account', emailAddress)
    .action(async (email: string) => {
      const removed = await withStorage(async (storage) =>
        resetSecondFactor(storage, (await requireAccount(storage.db, email)).id),
      );
      printLine(`${normalizeEmail(email)} has no second factor any more (${removed} removed)`);
    });
}

function decisionCommands(account: Command): void {
  account
    .command('approve')
    .description('let an account be used that waits for approval or for the verification of its address')
    .argument('<email>', 'email address of the account', emailAddress)
    .action(async (email: string) => {
      const approved = await withStorage(async (storage) =>
        approveAccount(storage, null, (await requireAccount(storage.db, email)).id),
      );
      printLine(`${approved.email} can be used`);
    });

  account
    .command('reject')
    .description('delete an account that waits for approval or for the verification of its address')
    .argument('<email>', 'email address of the account', emailAddress)
    .action(async (email: string) => {
      await withStorage(async (storage) => rejectAccount(storage, null, (await requireAccount(storage.db, email)).id));
      printLine(`${normalizeEmail(email)} is rejected, and deleted`);
    });
}

function deleteCommand(account: Command): void {
  account
    .command('delete')
    .description('delete an account with its keys, albums and images')
    .argument('<email>', 'email address of the account', emailAddress)
    .option('--yes', 'delete it; without it only what would be deleted is printed', false)
    .option('--keep-images', 'keep its images as anonymous ones', false)
    .action(async (email: string, { yes, keepImages }: { yes: boolean; keepImages: boolean }) => {
      await withStorage(async (storage) => {
        const { id, email: known } = await requireAccount(storage.db, email);
        const { images: kept, trash } = await storageOf(storage.db, id, storage.clock.now());
        const fate = keepImages ? 'stay as anonymous images, except those in the trash' : 'are deleted';
        if (!yes) {
          const images = counted(kept + trash.images, 'image');
          printLine(`${known}: ${images} (${fate}). Run it again with --yes to delete the account.`);
          process.exitCode = 1;
          return;
        }
        const deleted = await deleteAccountOfOperator(storage, id, keepImages ? 'keep' : 'delete');
        printLine(`${known} is deleted, with ${counted(deleted, 'image')}`);
      });
    });
}

function accountView({ id, email, name, plan, isAdmin, createdAt }: Account) {
  return { id, email, name, plan, admin: isAdmin, created_at: timestamp(createdAt) };
}
