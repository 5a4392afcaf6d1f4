import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Command } from 'commander';
import { registerAccount } from '../../../src/actions/accounts/register-account.ts';
import { createUploaderHash } from '../../../src/actions/moderation/create-uploader-hash.ts';
import { migrate } from '../../../src/catalog/migrate.ts';
import { insertUploader } from '../../../src/catalog/moderation/uploaders.ts';
import { makeImage } from '../../contracts/catalog-support.ts';
import { smallPng, storageBeside } from '../../support/requests.ts';
import { imgd, tempDir } from './support.ts';

/** Commands that only read. */
const READING = [
  ...['account list', 'config', 'image show', 'invitation list', 'key list', 'network list', 'redirects'],
];

/** Commands that change something and write no entry. */
const SILENT: Readonly<Record<string, string>> = {
  serve: 'is the service; requests to it write the entries',
  'serve-worker': 'is a process of serve',
  upload: 'is a client of the API',
  migrate: 'changes the schema; the catalog lists its migrations',
  doctor: 'mends what differs between catalog and store, and prints it',
  backup: 'copies the whole service; the catalog lists its runs',
  restore: 'makes the catalog, with the audit log of the backup',
  'blobs copy': 'copies bytes and changes no row',
  'blobs adopt': 'is about the store, not about what is in it',
  'catalog copy': 'copies the audit log, too',
  'catalog unmark': 'is about the database, not about what is in it',
};

const EMAIL = 'one@example.org';
const WAITING = ['three@example.org', 'four@example.org'];
let directory: Awaited<ReturnType<typeof tempDir>>;
let env: Record<string, string>;
let image: string;

const inFolder = (name: string) => join(directory.path, name);
const withStorage = async <T>(work: (storage: Awaited<ReturnType<typeof storageBeside>>) => Promise<T>): Promise<T> => {
  const storage = await storageBeside({ dataDir: inFolder('data') });
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
};

before(async () => {
  directory = await tempDir();
  env = { IMGD_DATA_DIR: inFolder('data') };
  await mkdir(inFolder('data'));
  await mkdir(inFolder('folder'));
  await writeFile(join(inFolder('folder'), 'a.png'), await smallPng(1));
  image = await withStorage(async (storage) => {
    await migrate(storage.db);
    const wanted = {
      email: EMAIL,
      password: null,
      name: null,
      plan: 'free',
      isAdmin: false,
      isVerified: true,
    } as const;
    const { account } = await registerAccount(storage, wanted);
    await makeImage(storage.db, { account_id: account.id });
    for (const email of WAITING) await registerAccount(storage, { ...wanted, email });
    const isWaiting = { waiting_for: 'approval' } as const;
    await storage.db.updateTable('accounts').set(isWaiting).where('email', 'in', WAITING).execute();
    const hash = await createUploaderHash(storage, 7).of('203.0.113.7');
    const { id } = await makeImage(storage.db);
    const row = { image_id: id, ...hash, uploaded_at: Date.now() };
    await storage.db.transaction().execute((tx) => insertUploader(tx, row));
    return id;
  });
});
after(() => directory[Symbol.asyncDispose]());

const actions = () =>
  withStorage(async ({ db }) => (await db.selectFrom('audit').select('action').execute()).map(({ action }) => action));
const invitationOf = async () =>
  withStorage(async ({ db }) => (await db.selectFrom('invitations').select('id').executeTakeFirstOrThrow()).id);
const keyOf = async () =>
  withStorage(async ({ db }) => (await db.selectFrom('keys').select('id').executeTakeFirstOrThrow()).id);

/** The arguments of each command, in an order in which they work, and the action of the entry. */
const ACTS: readonly (readonly [command: string, args: () => Promise<string[]> | string[], action: string])[] = [
  ['account create', () => ['two@example.org'], 'account.create'],
  ['account plan', () => [EMAIL, 'pro'], 'account.plan'],
  ['account admin', () => ['two@example.org'], 'account.admin'],
  ['account suspend', () => [EMAIL], 'account.suspend'],
  ['account unsuspend', () => [EMAIL], 'account.unsuspend'],
  ['account reset', () => [EMAIL], 'account.reset'],
  ['account require-second-factor', () => ['--admins'], 'account.require_second_factor'],
  ['account reset-second-factor', () => [EMAIL], 'account.reset_second_factor'],
  ['account images', () => [EMAIL, '--hide', '--yes'], 'account.hide_images'],
  ['key create', () => [EMAIL], 'key.create'],
  ['key revoke', async () => [await keyOf()], 'key.revoke'],
  ['account approve', () => ['three@example.org'], 'account.approve'],
  ['account reject', () => ['four@example.org'], 'account.reject'],
  ['invitation create', () => [], 'invitation.create'],
  ['invitation revoke', async () => [await invitationOf()], 'invitation.revoke'],
  ['raid', () => [image, '--hide'], 'uploader.hide'],
  ['image takedown', () => [image, '--reason', 'a test', '--no-block'], 'image.takedown'],
  ['network block', () => ['203.0.113.0/24'], 'network.block'],
  ['network unblock', () => ['203.0.113.0/24'], 'network.unblock'],
  ['import', () => [inFolder('folder'), '--from', 'folder', '--into', EMAIL], 'account.import'],
  ['export', () => [inFolder('one.zip'), '--account', 'two@example.org'], 'account.export'],
  ['account delete', () => [EMAIL, '--yes'], 'account.delete'],
];

/** The full names of all commands, from the functions that `main.ts` adds to the program. */
async function commands(): Promise<string[]> {
  const main = await readFile(new URL('../../../src/cli/main.ts', import.meta.url), 'utf8');
  const program = new Command();
  for (const [, names = '', file = ''] of main.matchAll(/^import \{ (.*) \} from '\.\/(commands\/.*)';$/gm)) {
    const added: Record<string, (program: Command) => void> = await import(`../../../src/cli/${file}`);
    for (const name of names.split(', ')) added[name]?.(program);
  }
  const namesOf = (command: Command, before: string): string[] =>
    command.commands.length === 0
      ? [before]
      : command.commands.flatMap((one) => namesOf(one, `${before} ${one.name()}`));
  return namesOf(program, '').map((name) => name.trim());
}

describe('a command of the operator', () => {
  it('reads, writes an entry in the audit log, or is known not to: each command is in one of the three lists', async () => {
    const known = [...READING, ...Object.keys(SILENT), ...ACTS.map(([command]) => command)];
    assert.deepEqual((await commands()).toSorted(), known.toSorted());
  });

  for (const [command, args, action] of ACTS) {
    it(`writes an entry in the audit log: imgd ${command}`, async () => {
      const before = await actions();
      const { code, stderr } = await imgd([...command.split(' '), ...(await args())], env);
      assert.equal(code, 0, stderr);
      const written = (await actions()).slice(before.length);
      assert.ok(written.includes(action), `${written}`);
    });
  }
});
