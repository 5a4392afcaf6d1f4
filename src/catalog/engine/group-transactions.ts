import type { Db, Tx } from '../schema.ts';
import { isLocked } from './sqlite-file.ts';

/** Large enough to share an fsync, small enough for a short wait. */
const MAX_GROUP = 32;

interface Waiting {
  work: (tx: Tx) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/**
 * Group commit for SQLite: transactions that wait for the single writer share one commit and one fsync, and resolve after
 * it. When a transaction of a group fails, all of the group run again one by one. A transaction may therefore run twice:
 * its effects outside the database must be safe to repeat.
 */
export function groupTransactions(db: Db): Db {
  const begin = db.transaction.bind(db);
  const waiting: Waiting[] = [];
  let running = false;

  async function runAlone({ work, resolve, reject }: Waiting): Promise<void> {
    await begin()
      .execute(work)
      .then(resolve, (error) => refuse([{ reject }], error));
  }

  /** Rejects a group, and where no transaction can begin also those that wait behind it: each would wait as long. */
  function refuse(group: readonly Pick<Waiting, 'reject'>[], error: unknown): void {
    const behind = isLocked(error) ? waiting.splice(0) : [];
    for (const { reject } of [...group, ...behind]) reject(error);
  }

  async function runGroup(group: Waiting[]): Promise<void> {
    const values: unknown[] = [];
    try {
      await begin().execute(async (tx) => {
        for (const { work } of group) values.push(await work(tx));
      });
    } catch (error) {
      // The commit itself failed, or no transaction can begin: running again would fail too.
      if (values.length === group.length || isLocked(error)) refuse(group, error);
      else for (const one of group) await runAlone(one);
      return;
    }
    for (const [i, { resolve }] of group.entries()) resolve(values[i]);
  }

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting.splice(0, MAX_GROUP);
      const [only] = group;
      if (group.length === 1 && only !== undefined) await runAlone(only);
      else await runGroup(group);
    }
    running = false;
  }

  function enqueue<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
      if (running) return;
      running = true;
      // Transactions of the same event-loop tick join the group.
      setImmediate(run);
    });
  }

  const transaction = () => Object.assign(begin(), { execute: enqueue });
  return Object.assign(db, { transaction });
}
