import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { parseLocationName } from '../../blobs/location.ts';
import { type Catalog, openPostgresCatalog, openSqliteCatalog } from '../../catalog/database.ts';
import { catalogProblem } from '../../catalog/migrate.ts';
import { readFacts } from '../../catalog/operations/facts.ts';
import { openIdentityProvider, openLimits, uploadSlots } from '../../compose/adapters.ts';
import { openBlobs } from '../../compose/blobs.ts';
import { type Config, loadConfig, SETTINGS } from '../../config.ts';
import { findSandbox } from '../../imaging/sandbox.ts';
import { type Origin, type Setting, SettingsError } from '../../lib/env.ts';
import { envFileOf, readEnvironment } from '../environment.ts';
import { describeError, printJson, printLine, printNote, table, warnOfUnknown } from '../print.ts';

interface Options {
  json: boolean;
  set: boolean;
  check: boolean;
  explain?: string;
}

/** `imgd config`: the settings in effect with the origins of their values. Secrets are hidden. */
export function configCommand(program: Command): void {
  program
    .command('config')
    .description('show the settings in effect and their origins, or check them')
    .option('--set', 'show only what is set, and where', false)
    .option('--explain <name>', 'show the meaning, the default and the value of one setting')
    .option('--check', 'find everything that serve would refuse; changes nothing, exit code 1 = problems', false)
    .option('--json', 'print the settings as JSON', false)
    .action(async ({ json, set, check, explain }: Options) => {
      if (check) return printProblems();
      const { config, origins, unknown } = loadConfig(readEnvironment());
      warnOfUnknown(unknown);
      const derived = derivedValues(config);
      const views = origins.map((origin) => viewOf(origin, derived[origin.name]));
      if (explain !== undefined) return printLine(explanationOf(explain, views));
      const shown = set ? views.filter(({ from }) => from === 'environment' || from === 'file') : views;
      if (json) return printJson(shown);
      const rows = shown.map(({ name, value, from, source }) => [name, source ?? from, value ?? '(none)']);
      printLine(table(['SETTING', 'FROM', 'VALUE'], rows));
    });
}

interface View {
  name: string;
  value: string | null;
  from: Origin['from'] | 'derived';
  /** Where the value comes from, when it is more than the variable of the same name. */
  source?: string;
}

function viewOf(origin: Origin, derived: string | undefined): View {
  const { name, text, variable = name, path } = origin;
  const isDerived = derived !== undefined && origin.from === 'default' && (text === undefined || text === '0');
  const value = derived ?? (text === undefined ? null : origin.secret ? '(hidden)' : text);
  const source = path ?? envFileOf(variable) ?? (variable === name ? undefined : variable);
  return { name, value, from: isDerived ? 'derived' : origin.from, ...(source !== undefined && { source }) };
}

/** @throws Error when there is no such setting */
function explanationOf(wanted: string, views: readonly View[]): string {
  const all = Object.values(SETTINGS).flatMap((declared): Setting<unknown>[] => Object.values(declared));
  const setting = all.find(({ name, aliases = [] }) => [name, ...aliases].includes(wanted.toUpperCase()));
  if (setting === undefined) throw new Error(`There is no setting ${wanted}.`);
  const { value, from, source } = views.find(({ name }) => name === setting.name) as View;
  return [
    setting.name,
    setting.meaning,
    `default: ${setting.default ?? '(none)'}`,
    `value:   ${value ?? '(none)'} (${source ?? from})`,
    ...(setting.secret === true ? [`secret: ${setting.name}_FILE may name a file that holds it`] : []),
  ].join('\n');
}

/** Values in effect that the text of a setting does not show: they follow from other settings or the machine. */
function derivedValues(config: Config): Record<string, string> {
  const { http, imaging, limits, storage } = config;
  const baseUrl = http.baseUrl ?? `http://localhost:${http.port === 0 ? '<port>' : http.port}`;
  return {
    IMGD_BASE_URL: baseUrl,
    IMGD_IMAGE_HOST: http.imageHost ?? baseUrl,
    IMGD_PLANS: JSON.stringify(limits.plans),
    IMGD_UPLOADS_AT_ONCE: String(uploadSlots(imaging)),
    IMGD_DATA_DIR: resolve(storage.dataDir),
    IMGD_BLOB_CACHE_DIR: resolve(storage.blobCacheDir ?? join(storage.dataDir, 'blob-cache')),
    ...(storage.s3Endpoint !== undefined && {
      IMGD_S3_PUBLIC_ENDPOINT: storage.s3PublicEndpoint ?? storage.s3Endpoint,
    }),
  };
}

async function printProblems(): Promise<void> {
  const problems: string[] = [];
  try {
    const { config, unknown } = loadConfig(readEnvironment());
    warnOfUnknown(unknown);
    for (const check of CHECKS) await check(config).catch((error) => problems.push(...linesOf(error)));
  } catch (error) {
    problems.push(...linesOf(error));
  }
  for (const problem of problems) printNote(problem);
  if (problems.length === 0) return printLine('serve would start with these settings');
  process.exitCode = 1;
}

const linesOf = (error: unknown) => (error instanceof SettingsError ? error.problems : [describeError(error)]);

/** What serve checks beyond the form of each setting. Each throws what it would refuse, and changes nothing. */
const CHECKS: readonly ((config: Config) => Promise<unknown>)[] = [
  async (config) => openIdentityProvider(config),
  checkDataDir,
  checkStore,
  checkCatalog,
  checkRedis,
  checkHost,
  async ({ imaging }) => imaging.sandbox === 'require' && findSandbox('require', tmpdir()),
];

async function checkDataDir({ storage }: Config): Promise<void> {
  const dataDir = resolve(storage.dataDir);
  let path = dataDir;
  // A missing directory is created, if the directory above allows it.
  while ((await stat(path).catch(() => undefined)) === undefined && path !== dirname(path)) path = dirname(path);
  if (!(await stat(path)).isDirectory()) throw new Error(`IMGD_DATA_DIR: ${path} is not a directory.`);
  await access(path, constants.R_OK | constants.W_OK | constants.X_OK).catch((cause) => {
    throw new Error(`IMGD_DATA_DIR: this user may not read and write ${path}:`, { cause });
  });
}

/** The buckets of the settings; a store on disk is in the data directory. */
async function checkStore(config: Config): Promise<void> {
  const { blobs, blobsFallback = 'disk' } = config.storage;
  for (const name of [parseLocationName(blobs), parseLocationName(blobsFallback)]) {
    if (name.kind === 'disk') continue;
    const { bucket: s3Bucket = config.storage.s3Bucket, prefix: s3Prefix = config.storage.s3Prefix } = name;
    const storage = { ...config.storage, s3Bucket, s3Prefix, blobs: 's3', blobsFallback: 's3' } as const;
    const opened = await openBlobs({ ...config, storage }, '');
    await opened.probe().finally(opened.close);
  }
}

async function checkCatalog({ catalog, storage }: Config): Promise<void> {
  const url = catalog.databaseUrl;
  const path = join(resolve(storage.dataDir), 'imgd.sqlite');
  if (url === undefined && (await stat(path).catch(() => undefined)) === undefined) return;
  const opened: Catalog = url === undefined ? openSqliteCatalog(path) : await openPostgresCatalog(url, 1);
  try {
    const problem = catalogProblem(await readFacts(opened.db));
    if (problem !== undefined) throw new Error(problem);
  } finally {
    await opened.close();
  }
}

/** A service starts without Redis, but not with wrong credentials. */
async function checkRedis(config: Config): Promise<void> {
  const limits = await openLimits(config, { warn: () => {}, info: () => {} });
  await limits.close();
}

/** Listens for an instant on any free port: a running service has that of the settings. */
async function checkHost({ http: { host } }: Config): Promise<void> {
  if (host.includes('/')) return;
  const server = createServer();
  await new Promise<void>((done, failed) => server.on('error', failed).listen({ host, port: 0 }, done)).catch(() => {
    throw new Error(`IMGD_HOST: ${host} is not an address of this machine.`);
  });
  server.close();
}
