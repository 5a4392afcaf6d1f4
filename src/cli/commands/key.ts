import type { Command } from 'commander';
import { createKey, revokeKey } from '../../actions/accounts/api-keys.ts';
import type { AccountActor } from '../../actions/accounts/notify-account.ts';
import type { Account } from '../../catalog/accounts/accounts.ts';
import { findKeyOwner, type Key, listKeys } from '../../catalog/accounts/keys.ts';
import { AppError } from '../../core/errors.ts';
import type { Plans } from '../../core/plans.ts';
import type { Grant } from '../../core/scopes.ts';
import { timestamp } from '../../core/time.ts';
import { integer } from '../../lib/setting-parsers.ts';
import { emailAddress, grants, parsed } from '../parsed.ts';
import { printJson, printLine, printNote, table } from '../print.ts';
import { requireAccount, withStorage } from '../with-storage.ts';

const DAY_MS = 86_400_000;
const MAX_DAYS = 36_500;

interface CreateOptions {
  name: string;
  scopes: Grant[];
  expiresDays?: number;
  json: boolean;
}

/** `imgd key …`: works on the catalog itself; a running server applies changes from the next request. */
export function keyCommand(program: Command): void {
  const key = program.command('key').description('create, list and revoke API keys (also beside a running server)');

  key
    .command('list')
    .description('list the valid keys of an account, without their secrets')
    .argument('<email>', 'email address of the account', emailAddress)
    .option('--json', 'print the keys as JSON', false)
    .action(async (email: string, { json }: { json: boolean }) => {
      const keys = await withStorage(async ({ db, clock }) =>
        listKeys(db, (await requireAccount(db, email)).id, clock.now()),
      );
      const views = keys.map(keyView);
      if (json) return printJson(views);
      const rows = views.map(({ id, name, prefix, last4, scopes, last_used_at, expires_at }) => [
        id,
        name,
        `${prefix}…${last4}`,
        scopes.join(','),
        last_used_at ?? 'never',
        expires_at ?? 'never',
      ]);
      printLine(table(['ID', 'NAME', 'KEY', 'SCOPES', 'LAST USED', 'EXPIRES'], rows));
    });

  key
    .command('create')
    .description('create a key of an account and print it; it is not shown again')
    .argument('<email>', 'email address of the account', emailAddress)
    .option('--name <name>', 'name of the key', 'command line')
    .option('--scopes <a,b>', 'scopes of the key (* = all except admin)', grants, ['*'])
    .option('--expires-days <days>', 'days until the key expires (default: never)', parsed(integer(1, MAX_DAYS)))
    .option('--json', 'print the key as JSON', false)
    .action(async (email: string, options: CreateOptions) => {
      const key = await withStorage(async (storage, { limits }) => {
        const account = await requireAccount(storage.db, email);
        if (options.scopes.includes('admin') && !account.isAdmin) {
          throw new Error(`${account.email} is not an administrator: its keys cannot have the scope admin.`);
        }
        const { name, scopes, expiresDays } = options;
        const expiresAt = expiresDays === undefined ? null : storage.clock.now() + expiresDays * DAY_MS;
        const wanted = { name, grants: scopes, expiresAt };
        return createKey(storage, operatorOf(account, limits.plans), wanted);
      });
      if (options.json) return printJson({ ...keyView(key), key: key.secret });
      printNote(`key ${key.id} created; it is shown only now:`);
      printLine(key.secret);
    });

  key
    .command('revoke')
    .description('revoke a key at once')
    .argument('<keyid>', 'id of the key, see imgd key list')
    .action(async (id: string) => {
      await withStorage(async (storage, { limits }) => {
        const accountId = await findKeyOwner(storage.db, id);
        if (accountId === undefined) throw new AppError('KEY_NOT_FOUND');
        const operator = operatorOf({ id: accountId, plan: 'free' }, limits.plans);
        await revokeKey(storage, operator, id);
      });
      printLine(`${id} is revoked`);
    });
}

/** The caller for actions: commands on the catalog may do everything. */
function operatorOf({ id, plan }: Pick<Account, 'id' | 'plan'>, plans: Plans): AccountActor {
  const grants = ['*', 'admin'] as const;
  return { caller: { kind: 'account', plan: plans[plan], accountId: id, keyId: null, grants }, from: null };
}

function keyView({ id, name, prefix, last4, grants, createdAt, lastUsedAt, expiresAt }: Key) {
  return {
    id,
    name,
    prefix,
    last4,
    scopes: grants,
    created_at: timestamp(createdAt),
    last_used_at: lastUsedAt === null ? null : timestamp(lastUsedAt),
    expires_at: expiresAt === null ? null : timestamp(expiresAt),
  };
}
