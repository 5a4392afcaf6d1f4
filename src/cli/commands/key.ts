import type { Command } from 'commander';
import { createKey, revokeKey } from '../../actions/accounts/api-keys.ts';
import { findKeyOwner, type Key, listKeys } from '../../catalog/accounts/keys.ts';
import type { Grant } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import { timestamp } from '../../core/time.ts';
import { integer } from '../../lib/env.ts';
import { operatorOf, requireAccount } from '../operator.ts';
import { emailAddress, grants, parsed } from '../parsed.ts';
import { printJson, printLine, printNote, table } from '../print.ts';
import { withStorage } from '../with-storage.ts';

const DAY_MS = 86_400_000;
const MAX_DAYS = 36_500;

interface CreateOptions {
  name: string;
  scopes: Grant[];
  expiresDays?: number;
  json: boolean;
}

/** `imgd key …`: API keys of accounts, in the catalog itself. */
export function keyCommand(program: Command): void {
  const key = program.command('key').description('make, list and revoke API keys (also beside a running server)');

  key
    .command('list')
    .description("list an account's live keys, without their secrets")
    .argument('<email>', "the account's email address", emailAddress)
    .option('--json', 'print them as JSON', false)
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
    .description('make a further key of an account and print it; it is not shown again')
    .argument('<email>', "the account's email address", emailAddress)
    .option('--name <name>', 'what it is for', 'command line')
    .option('--scopes <a,b>', 'what it may do (* = all but admin)', grants, ['*'])
    .option('--expires-days <days>', 'days until it ends (default: never)', parsed(integer(1, MAX_DAYS)))
    .option('--json', 'print it as JSON', false)
    .action(async (email: string, options: CreateOptions) => {
      const key = await withStorage(async (storage, { limits }) => {
        const account = await requireAccount(storage.db, email);
        if (options.scopes.includes('admin') && !account.isAdmin) {
          throw new Error(`${account.email} is no administrator: its keys cannot have the scope admin.`);
        }
        const { name, scopes, expiresDays } = options;
        const expiresAt = expiresDays === undefined ? null : storage.clock.now() + expiresDays * DAY_MS;
        return createKey(storage, operatorOf(account, limits.plans), { name, grants: scopes, expiresAt });
      });
      if (options.json) return printJson({ ...keyView(key), key: key.secret });
      printNote(`key ${key.id} made; it is shown only now:`);
      printLine(key.secret);
    });

  key
    .command('revoke')
    .description('end a key at once')
    .argument('<keyid>', 'its id, as imgd key list shows it')
    .action(async (id: string) => {
      await withStorage(async (storage, { limits }) => {
        const accountId = await findKeyOwner(storage.db, id);
        if (accountId === undefined) throw new AppError('KEY_NOT_FOUND');
        await revokeKey(storage, operatorOf({ id: accountId, plan: 'free' }, limits.plans), id);
      });
      printLine(`${id} is revoked`);
    });
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
