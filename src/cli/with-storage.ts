import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { normalizeEmail } from '../actions/accounts/register-account.ts';
import { type Account, findAccountByEmail } from '../catalog/accounts/accounts.ts';
import { migrationState } from '../catalog/migrate.ts';
import type { Db } from '../catalog/schema.ts';
import { migrateCatalog } from '../compose/migrate-catalog.ts';
import { openStorageBeside, type Storage } from '../compose/storage.ts';
import { type Config, loadConfig } from '../config.ts';
import { readEnvironment } from './environment.ts';
import { printContext, printNote } from './print.ts';

/**
 * Runs a command on the storage of the settings, after migrating the catalog. A server may run beside it.
 * @param options.creates makes a new catalog where there is none
 * @throws SettingsError, Error where there is no catalog, and the errors of `work`
 */
export async function withStorage<T>(
  work: (storage: Storage, config: Config) => Promise<T>,
  { creates = false }: { creates?: boolean } = {},
): Promise<T> {
  const { config } = loadConfig(readEnvironment());
  if (!creates) requireCatalogFile(config);
  noteCatalog(config);
  const storage = await openStorageBeside(config);
  try {
    if (!creates) await requireCatalog(storage.db);
    await migrateCatalog(config, storage.db, printNote);
    return await work(storage, config);
  } finally {
    await storage.close();
  }
}

/** Prints which catalog a command acts on, without user or password. */
export function noteCatalog(config: Config): void {
  const url = config.catalog.databaseUrl;
  const name = url === undefined ? sqlitePath(config) : nameOfDatabase(url);
  printContext(`catalog: ${name}${hasCatalogFile(config) ? '' : ' (new)'}`);
}

/** The address of a database without user, password and parameters. */
export function nameOfDatabase(url: string): string {
  return url.replace(/^(\w+:\/\/)(?:.*@)?([^?]*).*$/s, '$1$2');
}

function sqlitePath({ storage }: Config): string {
  return join(resolve(storage.dataDir), 'imgd.sqlite');
}

function hasCatalogFile(config: Config): boolean {
  return config.catalog.databaseUrl !== undefined || existsSync(sqlitePath(config));
}

/** A service has its settings in a file that a shell does not know. */
const HINT = ' The settings of a service: --env-file FILE.';

/**
 * Refuses to make a catalog: in a mistyped directory, a command would otherwise find nothing and report success.
 * @throws Error that names the directory and its setting
 */
export function requireCatalogFile(config: Config): void {
  if (hasCatalogFile(config)) return;
  const dataDir = resolve(config.storage.dataDir);
  throw new Error(
    `There is no catalog in ${dataDir} (IMGD_DATA_DIR). imgd serve and imgd migrate make a new one.${HINT}`,
  );
}

/** The same for a database that exists but is empty. @throws Error */
export async function requireCatalog(db: Db): Promise<void> {
  const migrations = await migrationState(db);
  if (migrations.some(({ appliedAt }) => appliedAt !== null)) return;
  throw new Error('The database has no catalog (IMGD_DATABASE_URL, IMGD_DATA_DIR). imgd migrate makes a new one.');
}

/** @throws Error when no account has this address */
export async function requireAccount(db: Db, email: string): Promise<Account> {
  const account = await findAccountByEmail(db, normalizeEmail(email));
  if (account === undefined) {
    throw new Error(`There is no account ${normalizeEmail(email)} (imgd account list shows all).`);
  }
  return account;
}
