import { normalizeEmail } from '../actions/accounts/register-account.ts';
import { type Account, findAccountByEmail } from '../catalog/accounts/accounts.ts';
import { migrate } from '../catalog/migrate.ts';
import type { Db } from '../catalog/schema.ts';
import { openStorageBeside, type Storage } from '../compose/storage.ts';
import { type Config, loadConfig } from '../config.ts';

/**
 * Runs a command on the storage of the settings, after migrating the catalog. A server may run beside it.
 * @throws SettingsError, and the errors of `work`
 */
export async function withStorage<T>(work: (storage: Storage, config: Config) => Promise<T>): Promise<T> {
  const { config } = loadConfig(process.env);
  const storage = await openStorageBeside(config);
  try {
    await migrate(storage.db);
    return await work(storage, config);
  } finally {
    await storage.close();
  }
}

/** @throws Error when no account has this address */
export async function requireAccount(db: Db, email: string): Promise<Account> {
  const account = await findAccountByEmail(db, normalizeEmail(email));
  if (account === undefined) {
    throw new Error(`There is no account ${normalizeEmail(email)} (imgd account list shows all).`);
  }
  return account;
}
