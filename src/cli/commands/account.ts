import type { Command } from 'commander';
import { normalizeEmail, registerAccount } from '../../actions/accounts/register-account.ts';
import { issueReset } from '../../actions/accounts/reset-password.ts';
import { type AccountChange, administerAccount } from '../../actions/moderation/suspend-account.ts';
import { type Account, listAccounts } from '../../catalog/accounts/accounts.ts';
import { addAudit } from '../../catalog/moderation/audit.ts';
import { DEFAULT_PLANS, type PlanName } from '../../core/plans.ts';
import { timestamp } from '../../core/time.ts';
import { ACCOUNT_PLANS, emailAddress, planOfAccount } from '../parsed.ts';
import { printJson, printLine, printNote, table } from '../print.ts';
import { requireAccount, withStorage } from '../with-storage.ts';

const PLANS = ACCOUNT_PLANS.join(', ');

/** `imgd account …`: works on the catalog itself; a running server applies changes from the next request. */
export function accountCommand(program: Command): void {
  const account = program.command('account').description('create and change accounts (also beside a running server)');
  createCommand(account);
  changeCommands(account);

  account
    .command('reset')
    .description('print a password reset link, valid once and for one hour')
    .argument('<email>', 'email address of the account', emailAddress)
    .action(async (email: string) => {
      const link = await withStorage(async (storage, { http }) => {
        const baseUrl = http.baseUrl ?? `http://localhost:${http.port}`;
        return issueReset(storage, await requireAccount(storage.db, email), baseUrl);
      });
      printNote(`this link sets the password of ${normalizeEmail(email)}, once and within one hour:`);
      printLine(link);
    });

  account
    .command('list')
    .description('list all accounts')
    .option('--json', 'print the accounts as JSON', false)
    .action(async ({ json }: { json: boolean }) => {
      const views = (await withStorage(({ db }) => listAccounts(db))).map(accountView);
      if (json) return printJson(views);
      const rows = views.map(({ email, plan, admin, created_at, id }) => [
        email,
        plan,
        admin ? 'yes' : 'no',
        created_at,
        id,
      ]);
      printLine(table(['EMAIL', 'PLAN', 'ADMIN', 'CREATED', 'ID'], rows));
    });
}

function createCommand(account: Command): void {
  account
    .command('create')
    .description('create an account and print its API key, which is not shown again')
    .argument('<email>', 'email address of the account', emailAddress)
    .option('--plan <plan>', `plan of the account: ${PLANS}`, planOfAccount, DEFAULT_PLANS.free.name)
    .option('--admin', 'create an administrator', false)
    .option('--json', 'print account and key as JSON', false)
    .action(async (email: string, options: { plan: PlanName; admin: boolean; json: boolean }) => {
      const wanted = { email, password: null, name: null, plan: options.plan, isAdmin: options.admin };
      const { account, key } = await withStorage((storage) =>
        registerAccount(storage, wanted, (tx, { id, ...created }) => {
          const details = { email: created.email, plan: created.plan, admin: created.isAdmin };
          return addAudit(tx, { actorId: null, action: 'account.create', subject: id, details }, created.createdAt);
        }),
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

function accountView({ id, email, name, plan, isAdmin, createdAt }: Account) {
  return { id, email, name, plan, admin: isAdmin, created_at: timestamp(createdAt) };
}
