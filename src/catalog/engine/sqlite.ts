import type { DatabaseSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type LimitNode,
  type QueryResult,
  type RootOperationNode,
  type SelectModifierNode,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  ValueNode,
} from 'kysely';
import { createSemaphore } from '../../lib/throttle.ts';
import { isLocked, orUnavailable } from './sqlite-file.ts';
import { type Outcome, type StatementRequest, type Statements, statementsOf } from './sqlite-statements.ts';
import type { SqliteWriter } from './sqlite-writer.ts';

/**
 * Kysely's SQLite dialect on one connection, in this thread.
 * @param file is closed with the dialect
 * @param onCommit is called after each statement that may have committed
 */
export function sqliteDialect(file: DatabaseSync, onCommit: () => void = () => {}): Dialect {
  const statements = statementsOf(file);
  const writer: SqliteWriter = {
    run: async (request) => orUnavailable(() => statements.run(request)),
    close: async () => file.close(),
  };
  return dialectOf({ writer, reading: statements, isReadingApart: false, onCommit, changesRows: () => true });
}

/** Lets the processes that write a file take turns: SQLite lets those that wait sleep, and may starve them. */
export interface WriteTurns {
  /** Waits until this process may write. @returns ends that */
  acquire(): Promise<() => void>;
}

/** What a dialect tells about its statements, and waits for. */
export interface WriteOptions {
  /** Called after each statement that may have committed. */
  onCommit: () => void;
  /** Whether a statement may change rows that a process caches. */
  changesRows: (query: RootOperationNode) => boolean;
  /** Of the processes that write the file; undefined where it is one. */
  turns?: WriteTurns | undefined;
}

/**
 * The dialect of a file that another thread writes. Queries outside transactions read in this thread: they see committed
 * rows, and do not wait for transactions.
 * @param file is closed with the dialect
 */
export function threadedDialect(writer: SqliteWriter, file: DatabaseSync, options: WriteOptions): Dialect {
  file.exec('PRAGMA query_only = ON');
  const both: SqliteWriter = {
    run: writer.run,
    async close() {
      file.close();
      await writer.close();
    },
  };
  return dialectOf({ writer: both, reading: statementsOf(file), isReadingApart: true, ...options });
}

interface Connections extends WriteOptions {
  writer: SqliteWriter;
  reading: Statements;
  /** Whether `reading` is a connection of its own. */
  isReadingApart: boolean;
}

function dialectOf(connections: Connections): Dialect {
  return {
    createDriver: () => driverOf(connections),
    createAdapter: () => new TransactionalDdlAdapter(),
    createQueryCompiler: () => new Compiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/** A use of the connections by one query or transaction. */
interface Use extends DatabaseConnection {
  /** Waits for its turn. The transaction itself begins with its first statement. */
  begin(): Promise<void>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
  release(): void;
}

/**
 * Transactions, and statements outside them, use the writing connection in turn. When one has waited in vain for the lock of
 * another process, those behind it fail with it, instead of waiting one after another.
 */
function driverOf({ writer, reading, isReadingApart, onCommit, changesRows, turns }: Connections): Driver {
  const inTurn = createSemaphore(1);
  let lastLocked: { atMs: number; error: unknown } | undefined;

  async function turn(): Promise<() => void> {
    const queuedMs = performance.now();
    const { promise, resolve } = Promise.withResolvers<() => void>();
    void inTurn(() => new Promise<void>(resolve));
    const release = await promise;
    try {
      if (lastLocked !== undefined && queuedMs < lastLocked.atMs) throw lastLocked.error;
      if (turns === undefined) return release;
      const end = await turns.acquire();
      return () => {
        end();
        release();
      };
    } catch (error) {
      release();
      throw error;
    }
  }

  async function attempt(request: StatementRequest): Promise<Outcome> {
    try {
      return await writer.run(request);
    } catch (error) {
      if (isLocked(error)) lastLocked = { atMs: performance.now(), error };
      throw error;
    }
  }

  function use(): Use {
    let unlock: (() => void) | undefined;
    let hasBegun = false;
    /** All statements of the transaction do. */
    let keepsRows = true;

    async function execute({ sql, parameters, query }: CompiledQuery): Promise<Outcome> {
      if (unlock !== undefined) {
        const within = hasBegun ? 'later' : 'first';
        hasBegun = true;
        keepsRows &&= !changesRows(query);
        return attempt({ sql, parameters, within, keepsRows: false });
      }
      if (isReadingApart && SelectQueryNode.is(query)) return orUnavailable(() => reading.read(sql, parameters));
      const unlockNow = await turn();
      return attempt({ sql, parameters, within: 'none', keepsRows: !changesRows(query) }).finally(() => {
        onCommit();
        unlockNow();
      });
    }

    function release(): void {
      hasBegun = false;
      keepsRows = true;
      unlock?.();
      unlock = undefined;
    }

    return {
      executeQuery: async <R>(query: CompiledQuery) => resultOf<R>(await execute(query)),
      async *streamQuery<R>({ sql, parameters }: CompiledQuery) {
        for (const row of reading.iterate(sql, parameters)) yield { rows: [row as R] };
      },
      async begin() {
        unlock = await turn();
      },
      async commit() {
        if (hasBegun) await writer.run({ sql: 'commit', parameters: [], within: 'later', keepsRows }).finally(onCommit);
        release();
      },
      async rollback() {
        if (hasBegun) await writer.run({ sql: 'rollback', parameters: [], within: 'later', keepsRows: false });
        release();
      },
      release,
    };
  }

  return {
    async init() {},
    acquireConnection: async () => use(),
    beginTransaction: (connection) => (connection as Use).begin(),
    commitTransaction: (connection) => (connection as Use).commit(),
    rollbackTransaction: (connection) => (connection as Use).rollback(),
    releaseConnection: async (connection) => (connection as Use).release(),
    destroy: () => inTurn(() => writer.close()),
  };
}

function resultOf<R>(outcome: Outcome): QueryResult<R> {
  if ('rows' in outcome) return { rows: outcome.rows as R[] };
  const { changes, lastInsertRowid } = outcome;
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
}

class Compiler extends SqliteQueryCompiler {
  // Row locks are superfluous with a single writer.
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === undefined || node.modifier === 'Distinct') super.visitSelectModifier(node);
  }

  // SQLite prepares a statement again each time that a LIMIT parameter is bound.
  protected override visitLimit(node: LimitNode): void {
    const { limit } = node;
    if (ValueNode.is(limit) && Number.isSafeInteger(limit.value)) this.append(`limit ${limit.value}`);
    else super.visitLimit(node);
  }
}

// Kysely assumes that SQLite's DDL is not transactional, and would leave a failed migration half applied.
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
