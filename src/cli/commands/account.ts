import type { Command } from 'commander';
import { normalizeEmail, registerAccount } from '../../actions/accounts/register-account.ts';
import { issueReset } from '../../actions/accounts/reset-password.ts';
import { administerAccount } from '../../actions/moderation/suspend-account.ts';
import { type Account, listAccounts } from '../../catalog/accounts/accounts.ts';
import { addAudit } from '../../catalog/moderation/audit.ts';
import { DEFAULT_PLANS, type PlanName } from '../../core/plans.ts';
import { timestamp } from '../../core/time.ts';
import { requireAccount } from '../operator.ts';
import { ACCOUNT_PLANS, emailAddress, planOfAccount } from '../parsed.ts';
import { printJson, printLine, printNote, table } from '../print.ts';
import { withStorage } from '../with-storage.ts';
import { suspendCommands } from './account-suspend.ts';

const PLANS = ACCOUNT_PLANS.join(', ');

/** `imgd account …`: accounts, in the catalog itself; a running server sees changes at its next request. */
export function accountCommand(program: Command): void {
  const account = program.command('account').description('make and change accounts (also beside a running server)');

  account
    .command('create')
    .description('make an account and print its API key, which is not shown again')
    .argument('<email>', 'its email address', emailAddress)
    .option('--plan <plan>', `its plan: ${PLANS}`, planOfAccount, DEFAULT_PLANS.free.name)
    .option('--admin', 'let it administer the service', false)
    .option('--json', 'print account and key as JSON', false)
    .action(async (email: string, options: { plan: PlanName; admin: boolean; json: boolean }) => {
      const wanted = { email, password: null, name: null, plan: options.plan, isAdmin: options.admin };
      const { account, key } = await withStorage((storage) =>
        registerAccount(storage, wanted, (tx, { id, ...made }) => {
          const details = { email: made.email, plan: made.plan, admin: made.isAdmin };
          return addAudit(tx, { actorId: null, action: 'account.create', subject: id, details }, made.createdAt);
        }),
      );
      if (options.json) return printJson({ account: accountView(account), api_key: key.secret });
      const role = account.isAdmin ? ', an administrator' : '';
      printNote(`account ${account.email} made (plan ${account.plan}${role}); this is its API key, shown only now:`);
      printLine(key.secret);
    });

  account
    .command('plan')
    .description('put an account on another plan')
    .argument('<email>', 'its email address', emailAddress)
    .argument('<plan>', PLANS, planOfAccount)
    .action(async (email: string, plan: PlanName) => {
      await withStorage(async (storage) => {
        const { id } = await requireAccount(storage.db, email);
        await administerAccount(storage, null, id, { plan });
      });
      printLine(`${normalizeEmail(email)} is on plan ${plan}`);
    });

  suspendCommands(account);

  account
    .command('reset')
    .description('print a link that sets a new password, once and within an hour')
    .argument('<email>', 'its email address', emailAddress)
    .action(async (email: string) => {
      const link = await withStorage(async (storage, { http }) => {
        const baseUrl = http.baseUrl ?? `http://localhost:${http.port}`;
        return issueReset(storage, await requireAccount(storage.db, email), baseUrl);
      });
      printNote(`whoever opens this link within an hour sets the password of ${normalizeEmail(email)}:`);
      printLine(link);
    });

  account
    .command('list')
    .description('list all accounts')
    .option('--json', 'print them as JSON', false)
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

function accountView({ id, email, name, plan, isAdmin, createdAt }: Account) {
  return { id, email, name, plan, admin: isAdmin, created_at: timestamp(createdAt) };
}
