// Loaded into the service before its program (`--import`): sums up what SQLite takes of the main thread. At SIGUSR2 it
// writes the sums since the last SIGUSR2 to SQLITE_TIMES_FILE.
import { renameSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { isMainThread } from 'node:worker_threads';

/** Of the main thread, in milliseconds. */
export interface SqliteTimes {
  elapsedMs: number;
  /** Commits of transactions, and statements that change rows outside them. */
  commitsMs: number;
  statementsMs: number;
  delayP99Ms: number;
}

const WRITES = /^\s*(insert|update|delete|replace|with\b.*\b(insert|update|delete)\b)/is;
const file = process.env.SQLITE_TIMES_FILE;
// Decoder processes inherit neither the flag nor the variable, but commands may.
if (isMainThread && file !== undefined) measure(file);

function measure(path: string): void {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  const statements = new WeakMap<StatementSync, { sql: string; file: DatabaseSync }>();
  let [since, commitsMs, statementsMs] = [performance.now(), 0, 0];
  const prepare = DatabaseSync.prototype.prepare;
  DatabaseSync.prototype.prepare = function (this: DatabaseSync, ...args) {
    const statement = prepare.apply(this, args);
    statements.set(statement, { sql: args[0], file: this });
    return statement;
  };
  for (const name of ['run', 'all', 'get'] as const) {
    const original = StatementSync.prototype[name] as (...args: unknown[]) => unknown;
    const timed = function (this: StatementSync, ...args: unknown[]) {
      const of = statements.get(this);
      const isCommit = of?.sql === 'commit' || (of?.file.isTransaction === false && WRITES.test(of.sql));
      const begun = performance.now();
      try {
        return original.apply(this, args);
      } finally {
        const ms = performance.now() - begun;
        statementsMs += ms;
        if (isCommit) commitsMs += ms;
      }
    };
    Object.assign(StatementSync.prototype, { [name]: timed });
  }
  delays.enable();
  process.on('SIGUSR2', () => {
    const now = performance.now();
    const times: SqliteTimes = {
      elapsedMs: now - since,
      commitsMs,
      statementsMs,
      delayP99Ms: delays.percentile(99) / 1e6,
    };
    [since, commitsMs, statementsMs] = [now, 0, 0];
    delays.reset();
    writeFileSync(`${path}.new`, JSON.stringify(times));
    renameSync(`${path}.new`, path);
  });
}
