import { randomUUID } from 'node:crypto';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import { type ImportOptions, type ImportReport, importImages } from '../../actions/operations/import-images.ts';
import { createStatistics } from '../../actions/operations/statistics.ts';
import { claimStores } from '../../actions/operations/store-ownership.ts';
import { createFreeSpace } from '../../actions/upload/require-free-space.ts';
import type { UploadDeps } from '../../actions/upload/upload-images.ts';
import { addAudit } from '../../catalog/moderation/audit.ts';
import { openScreening } from '../../compose/adapters.ts';
import { lockImports } from '../../compose/data-dir.ts';
import { openDecoder } from '../../compose/decoder.ts';
import type { Storage } from '../../compose/storage.ts';
import type { Config } from '../../config.ts';
import type { AccountCaller } from '../../core/caller.ts';
import { linksOf } from '../../core/links.ts';
import { DEFAULT_PLANS, isPlanName, type Plan, type PlanName } from '../../core/plans.ts';
import { openSource, SOURCE_KINDS, type SourceKind } from '../../import/open-source.ts';
import type { ImportSource, SourceAccount } from '../../import/port.ts';
import { integer } from '../../lib/setting-parsers.ts';
import { ACCOUNT_PLANS, emailAddress, parsed, planOfAccount } from '../parsed.ts';
import { counted, printJson, printLine, printNote } from '../print.ts';
import { requireAccount, withStorage } from '../with-storage.ts';

interface Options {
  from: SourceKind;
  files?: string;
  into?: string;
  anonymous: boolean;
  accounts?: string;
  emailDomain?: string;
  plan: PlanName;
  liftLimits: boolean;
  protected: boolean;
  oldHost?: string;
  oldPrefix?: string;
  utcOffset: number;
  ledger?: string;
  parallel?: number;
  dryRun: boolean;
  report?: string;
  json: boolean;
}

/** Images between two notes of progress. */
const NOTE_EVERY = 1_000;

/** `imgd import`: takes over what another host has, also beside a running server. */
export function importCommand(program: Command): void {
  program
    .command('import')
    .description('take over accounts, albums and images of another host (also beside a running server)')
    .argument('<source>', 'folder, ZIP archive, database dump, or address of a PostgreSQL database')
    .addOption(new Option('--from <host>', 'what the source is').choices(SOURCE_KINDS).makeOptionMandatory())
    .option('--files <folder>', 'folder or ZIP archive with the files that the database names')
    .option('--into <email>', 'give all images to this account, and import no other', emailAddress)
    .option('--anonymous', 'import images without an account as anonymous ones', false)
    .option('--accounts <file>', 'JSON object: user name or id at the other host -> email address')
    .option('--email-domain <domain>', 'accounts without an email address get <user name>@<domain>')
    .option(
      '--plan <plan>',
      `plan of new accounts: ${ACCOUNT_PLANS.join(', ')}`,
      planOfAccount,
      DEFAULT_PLANS.free.name,
    )
    .option('--lift-limits', 'allow each image the largest size of all plans, and no limit of storage', false)
    .option('--protected', 'also import images that a password protects there; the password is lost', false)
    .option('--old-host <host>', 'host of the old addresses; without it they are valid for any host', hostName)
    .option('--old-prefix <path>', 'path at which the other host served the files')
    .option('--utc-offset <+hh:mm>', 'offset of times that the other host stored as local ones', utcOffset, 0)
    .option('--ledger <name>', 'name under which imported images are remembered (default: by the source)')
    .option('--parallel <count>', 'images at the same time (default: one more than decoders)', parsed(integer(1, 64)))
    .option('--dry-run', 'read everything and change nothing', false)
    .option('--report <file>', 'write a line of JSON for each image and each problem')
    .option('--json', 'print the result as JSON', false)
    .action(async (source: string, options: Options) => {
      const report = await withStorage((storage, config) => run(storage, config, source, options));
      if (options.json) printJson({ dry_run: options.dryRun, ...report });
      else printLine(textOf(report, options.dryRun));
      if (Object.keys(report.problems).length > 0) process.exitCode = 1;
    });
}

const hostName = parsed((text) => {
  if (!/^[a-z0-9.-]{1,253}$/i.test(text)) throw new Error('must be the name of a host');
  return text.toLowerCase();
});

const utcOffset = parsed((text) => {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(text) ?? [];
  if (sign === undefined) throw new Error('must be an offset such as +08:00');
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
});

async function run(storage: Storage, config: Config, path: string, options: Options): Promise<ImportReport> {
  await using opened = new AsyncDisposableStack();
  opened.defer(await lockImports(config));
  const problem = options.dryRun ? undefined : await claimStores(storage);
  if (problem?.foreign === true) throw new Error(`${problem.text}. imgd blobs adopt takes the blobs over.`);
  const tempDir = await openTempDir(config, opened);
  const source = await openSource(options.from, {
    ...options,
    path,
    utcOffsetMs: options.utcOffset,
    importsProtected: options.protected,
    tempDir,
  });
  opened.use(source);
  const statistics = createStatistics(storage);
  const deps = await uploadDeps(storage, config, tempDir, statistics, options, opened);
  const log = options.report === undefined ? undefined : createWriteStream(options.report, { flags: 'a', mode: 0o600 });
  const into = options.into === undefined ? undefined : await callerOf(storage, config, options, options.into);
  if (!options.dryRun) {
    const [action, subject] = into === undefined ? ['service.import', 'service'] : ['account.import', into.accountId];
    const details = { from: options.from, plan: options.plan, lift_limits: options.liftLimits };
    await addAudit(storage.db, { actorId: null, action, subject, details }, storage.clock.now());
  }
  const report = await importImages(deps, source, {
    ...(await accountOptions(config, options, source)),
    ...notes(config, log),
    into,
    anonymous: { kind: 'anonymous', plan: planOf(config, options, 'anonymous'), address: 'import' },
    needsAccount: !options.anonymous,
    host: options.oldHost ?? '',
    parallel: options.parallel ?? config.imaging.processes + 1,
    maxAlbumLength: config.limits.maxAlbumLength,
  });
  await statistics.flush();
  if (log !== undefined) await finished(log.end(`${JSON.stringify({ report })}\n`));
  return report;
}

/**
 * A directory of its own: a server that starts during the import empties the usual one. Those of imports that were killed
 * are removed here: no other import runs.
 */
async function openTempDir({ storage }: Config, opened: AsyncDisposableStack): Promise<string> {
  const all = join(resolve(storage.dataDir), 'imports');
  await rm(all, { recursive: true, force: true });
  const own = join(all, randomUUID());
  await mkdir(own, { recursive: true });
  opened.defer(() => rm(own, { recursive: true, force: true }));
  return own;
}

async function uploadDeps(
  storage: Storage,
  config: Config,
  tempDir: string,
  statistics: UploadDeps['statistics'],
  { liftLimits }: Options,
  opened: AsyncDisposableStack,
): Promise<UploadDeps> {
  const { imaging, limits } = config;
  const { minFreeBytes } = config.storage;
  const decoder = await openDecoder({ ...config, storage: { ...config.storage, dataDir: tempDir } });
  opened.defer(() => decoder.close());
  return {
    ...storage,
    ...imaging,
    ...openScreening(config, (error) => printNote(`the validator failed: ${String(error)}`)),
    decoder,
    statistics,
    freeSpace: createFreeSpace({ blobs: storage.blobs, tempDir, minFreeBytes }),
    lazyThumbnails: imaging.thumbnails === 'lazy',
    maxAccountBytes: liftLimits ? 0 : limits.maxAccountBytes,
  };
}

/** The plan of an account; with lifted limits the largest sizes, which the decoders accept from all. */
function planOf({ limits }: Config, { liftLimits }: Options, name: PlanName): Plan {
  const plan = limits.plans[name];
  if (!liftLimits) return plan;
  const all = Object.values(limits.plans);
  const maxOf = (limit: 'maxFileBytes' | 'maxPixels') => Math.max(...all.map((one) => one[limit]));
  return { ...plan, maxFileBytes: maxOf('maxFileBytes'), maxPixels: maxOf('maxPixels') };
}

async function callerOf(storage: Storage, config: Config, options: Options, email: string): Promise<AccountCaller> {
  const { id, plan } = await requireAccount(storage.db, email);
  return { kind: 'account', accountId: id, keyId: null, grants: ['*'], plan: planOf(config, options, plan) };
}

async function accountOptions(config: Config, options: Options, source: ImportSource) {
  const { accounts, emailDomain, ledger = source.name, plan, dryRun } = options;
  const byName = accounts === undefined ? {} : await readAccounts(accounts);
  return {
    ledger,
    isDryRun: dryRun,
    planOf: (name: PlanName) => planOf(config, options, name),
    newPlan: (account: SourceAccount) =>
      account.plan !== undefined && isPlanName(account.plan) && account.plan !== 'anonymous' ? account.plan : plan,
    emailOf({ key, username, email }: SourceAccount) {
      const mapped = byName[username ?? ''] ?? byName[key] ?? email;
      if (mapped != null) return mapped;
      if (username?.includes('@') === true) return username;
      return username === null || emailDomain === undefined ? undefined : `${username}@${emailDomain}`;
    },
  };
}

/** @throws Error in one line */
async function readAccounts(path: string): Promise<Record<string, string | undefined>> {
  const map: unknown = JSON.parse(await readFile(path, 'utf8'));
  if (typeof map === 'object' && map !== null && Object.values(map).every((one) => typeof one === 'string')) {
    return Object.assign(Object.create(null), map);
  }
  throw new Error(`${path} must hold a JSON object of email addresses.`);
}

/** Tells the user what happens, and writes it to the report. */
function notes({ http }: Config, log: WriteStream | undefined): Pick<ImportOptions, 'onImage' | 'onProblem'> {
  const imageHost = http.imageHost ?? http.baseUrl ?? `http://localhost:${http.port}`;
  let count = 0;
  return {
    onProblem(problem) {
      printNote(`${problem.where}: ${problem.reason} (${problem.code})`);
      log?.write(`${JSON.stringify({ refused: problem })}\n`);
    },
    onImage({ item, where }, { id, format }) {
      const { direct } = linksOf(imageHost, id, format);
      log?.write(`${JSON.stringify({ imported: { where, item, id, link: direct } })}\n`);
      if (++count % NOTE_EVERY === 0) printNote(`${count} images imported`);
    },
  };
}

function textOf({ accounts, albums, images, redirects, problems }: ImportReport, isDryRun: boolean): string {
  const lines = [
    `${counted(accounts.created, 'account')} created, ${accounts.matched} matched; ${counted(albums, 'album')}`,
    `${counted(images.imported, 'image')} imported (${images.bytes} bytes), ${images.present} were imported before, ` +
      `${images.expired} had expired, ${images.refused} refused`,
    `old addresses that lead here: ${redirects}`,
    ...Object.entries(problems).map(([code, count]) => `  ${code}: ${count}`),
  ];
  return (isDryRun ? ['dry run: nothing was changed', ...lines] : lines).join('\n');
}
