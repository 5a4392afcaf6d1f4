import { migrate } from '../catalog/migrate.ts';
import { openStorageBeside, type Storage } from '../compose/storage.ts';
import { type Config, loadConfig } from '../config.ts';

/**
 * Runs a command on the catalog of the settings, in its newest schema; a server may run beside it.
 * @throws SettingsError, and what the command throws
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
