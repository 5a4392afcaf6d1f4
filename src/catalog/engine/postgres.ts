import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ColumnDefinitionNode,
  type DataTypeNode,
  type DialectAdapter,
  type Kysely,
  type MigrationLockOptions,
  PostgresAdapter,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  PostgresQueryCompiler,
  type QueryCompiler,
  sql,
} from 'kysely';
import type { Client, ClientConfig, Pool, PoolClient } from 'pg';
import { AppError } from '../../core/errors.ts';
import { retryWithBackoff } from '../../lib/retry.ts';
import { markOutcomeUnknown } from '../unknown-commit.ts';

const INT8 = 20;
const NUMERIC = 1_700;

/**
 * Kysely's PostgreSQL dialect on `pg`, which is loaded only here. As in SQLite, integers are numbers, and text is compared
 * by its bytes.
 * @param url `postgres://…` with parameters of libpq, such as those for TLS
 * @returns pool: its connections, for figures
 * @throws Error that names the setting when the database cannot be reached or refuses the connection
 */
export async function postgresDialect(
  url: string,
  maxConnections: number,
): Promise<{ dialect: PostgresDialect; pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'> }> {
  const { default: pg } = await import('pg');
  const config: ClientConfig = {
    connectionString: url,
    application_name: 'imgd',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    keepAlive: true,
    types: {
      getTypeParser: (oid, format) => (oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format)),
    },
  };
  const open = async (changes: ClientConfig = {}) => {
    const client = new pg.Client({ ...config, ...changes });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  const probe = await open({ connectionTimeoutMillis: START_TIMEOUT_MS }).catch((error) => {
    throw startError(url, error);
  });
  await probe.end();
  const pool = new pg.Pool({ ...config, max: maxConnections });
  const openLockClient = () => open({ statement_timeout: 0, lock_timeout: 0 });
  return { dialect: new NodesDialect({ pool: resilientPool(pool) }, openLockClient), pool };
}

/** An error that names the setting, without the password. */
function startError(url: string, error: unknown): Error {
  const { host, pathname, username } = new URL(url);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const database = decodeURIComponent(pathname.slice(1));
  const why =
    code === '28P01' || code === '28000'
      ? `refuses the user "${decodeURIComponent(username)}" or the password`
      : code === '3D000'
        ? `has no database "${database}"`
        : `cannot be reached (${error instanceof Error && error.message !== '' ? error.message : code})`;
  return new Error(`PostgreSQL at ${host} ${why}: IMGD_DATABASE_URL.`);
}

class NodesDialect extends PostgresDialect {
  readonly #openLockClient: () => Promise<Client>;

  constructor(config: ConstructorParameters<typeof PostgresDialect>[0], openLockClient: () => Promise<Client>) {
    super(config);
    this.#openLockClient = openLockClient;
  }

  override createAdapter(): DialectAdapter {
    return new NodesAdapter(this.#openLockClient);
  }

  override createQueryCompiler(): QueryCompiler {
    return new BytewiseCompiler();
  }
}

// Kysely uses an advisory lock, which CockroachDB ignores and YugabyteDB may reject. A row lock in a second transaction
// works on all of them, and ends with its connection.
class NodesAdapter extends PostgresAdapter {
  readonly #open: () => Promise<Client>;
  #holder: Client | undefined;

  constructor(open: () => Promise<Client>) {
    super();
    this.#open = open;
  }

  override async acquireMigrationLock(
    db: Kysely<unknown>,
    { lockTable, lockRowId }: MigrationLockOptions,
  ): Promise<void> {
    const holder = await this.#open().catch((error) => {
      throw orUnavailable(error);
    });
    try {
      await holder.query('begin');
      await holder.query(`select id from "${lockTable}" where id = $1 for update`, [lockRowId]);
    } catch (error) {
      await holder.end();
      throw orUnavailable(error);
    }
    this.#holder = holder;
    await sql.raw(DISABLE_TIMEOUT).execute(db);
  }

  override async releaseMigrationLock(db: Kysely<unknown>): Promise<void> {
    const holder = this.#holder;
    this.#holder = undefined;
    await holder?.end();
    await sql.raw(RESTORE_TIMEOUT).execute(db);
  }
}

// Paging and comparisons rely on the byte order of keys, whatever the collation of the database.
class BytewiseCompiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    super.visitDataType(node);
    const column = this.parentNode as ColumnDefinitionNode | undefined;
    if (node.dataType === 'text' && column?.kind === 'ColumnDefinitionNode') this.append(' collate "C"');
  }
}

/** Timeouts of the server for a statement and for its wait for a lock. */
export const STATEMENT_TIMEOUT_MS = 10_000;
export const LOCK_TIMEOUT_MS = 5_000;
/** Timeout for a connection to open, or to become free in the pool. */
export const CONNECT_TIMEOUT_MS = 3_000;
/** The timeout at the start of a node is longer: a machine that starts many nodes is busy. */
export const START_TIMEOUT_MS = 10_000;
/** A statement without an answer for this long means a dead connection that the network has not reported. */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 2_000;
/** How long to try to reconnect, for a restart of the server. */
const RECONNECT_MS = 2_000;
const RECONNECT_PAUSE_MS = 100;

/** Migrations change whole tables and run without a statement timeout. */
export const DISABLE_TIMEOUT = 'set statement_timeout = 0';
export const RESTORE_TIMEOUT = `set statement_timeout = ${STATEMENT_TIMEOUT_MS}`;

interface Answer {
  command: 'UPDATE' | 'DELETE' | 'INSERT' | 'MERGE';
  rowCount: number;
  rows: never[];
}

/**
 * Adapts the driver's pool for Kysely. Failures of server and network become STORAGE_UNAVAILABLE. A failed connection is
 * never used again; a read outside a transaction and the begin of a transaction are retried on another connection.
 */
export function resilientPool(pool: Pool): PostgresPool {
  // Without listeners a lost connection would end the process. The pending query rejects as well.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    connect: async () => lease(pool, await connect(pool)),
    end: () => pool.end(),
  } as PostgresPool;
}

async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await retryWithBackoff(() => pool.connect(), {
      shouldRetry: (error) => classifyFailure(error) === 'lost',
      firstPauseMs: RECONNECT_PAUSE_MS,
      maxPauseMs: RECONNECT_PAUSE_MS,
      timeoutMs: RECONNECT_MS,
    });
  } catch (error) {
    throw orUnavailable(error);
  }
}

function lease(pool: Pool, first: PoolClient): PostgresPoolClient {
  let client: PoolClient | undefined = first;
  let broken = false;
  let inTransaction = false;
  let hasTimeout = true;

  async function run(sql: string, parameters: readonly unknown[]): Promise<Answer> {
    try {
      client ??= await connect(pool);
      const answer = client.query(sql, parameters.map(withoutNul)) as unknown as Promise<Answer>;
      return await (hasTimeout ? withAnswerTimeout(answer) : answer);
    } catch (error) {
      broken ||= classifyFailure(error) === 'lost';
      throw error;
    }
  }

  async function query(sql: string, parameters: readonly unknown[]): Promise<Answer> {
    const canRetry = !inTransaction && (sql === 'begin' || isRead(sql));
    if (sql === 'rollback' && broken) return { command: 'UPDATE', rowCount: 0, rows: [] };
    const startedAt = performance.now();
    for (;;) {
      try {
        return await run(sql, parameters);
      } catch (error) {
        if (broken && sql === 'commit') throw markOutcomeUnknown(orUnavailable(error));
        if (!broken || !canRetry || performance.now() - startedAt > RECONNECT_MS) throw orUnavailable(error);
      }
      client?.release(true);
      client = undefined;
      broken = false;
      // Other connections of the pool are probably lost too: give the pool time to notice.
      await sleep(RECONNECT_PAUSE_MS * Math.random());
    }
  }

  return {
    async query(sql: string, parameters: readonly unknown[]) {
      const answer = await query(sql, parameters);
      if (sql === 'begin') inTransaction = true;
      if (sql === 'commit' || sql === 'rollback') inTransaction = false;
      if (sql === DISABLE_TIMEOUT || sql === RESTORE_TIMEOUT) hasTimeout = sql === RESTORE_TIMEOUT;
      return answer;
    },
    release: () => client?.release(broken || inTransaction),
  } as unknown as PostgresPoolClient;
}

/** PostgreSQL rejects NUL in text. No stored text equals the replacement, so a lookup finds nothing. */
function withoutNul(parameter: unknown): unknown {
  return typeof parameter === 'string' ? parameter.replaceAll('\0', '\uFFFD') : parameter;
}

/** Whether a statement is safe to repeat outside a transaction. */
function isRead(sql: string): boolean {
  return /^select /.test(sql) && !/ for (no key |key )?(update|share)/.test(sql);
}

/** Unlike `withTimeout` of lib, without the cost of an AbortController for each statement. */
async function withAnswerTimeout<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const error = new Error(`Connection terminated: no answer in ${ANSWER_TIMEOUT_MS} ms`);
    timer = setTimeout(() => reject(error), ANSWER_TIMEOUT_MS);
  });
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Why a statement failed. `conflict`: with another transaction, a retry may succeed; `lost`: the connection;
 * `unavailable`: the server cannot run it now; `other`: an error of the statement itself.
 */
export type Failure = 'conflict' | 'lost' | 'unavailable' | 'other';

const RETRY_AFTER_SECONDS = 5;

/** serialization_failure, deadlock_detected */
const CONFLICTS = /^(40001|40P01)$/;
/** Connection exceptions; shutdown, crash or start of the server; read-only transaction, as after a failover. */
const LOST = /^(08...|57P0[1235]|25006)$/;
/** Out of connections, memory or disk; lock timeout; statement timeout; I/O errors. */
const UNAVAILABLE = /^(53...|55P03|57014|58...)$/;
const NETWORK = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN)/;
/** Errors of the driver without a code. */
const DRIVER =
  /connection (terminated|timeout|error)|timeout exceeded when trying to connect|not queryable|was closed/i;

/** @param error of the driver, or wrapped by `orUnavailable` */
export function classifyFailure(error: unknown): Failure {
  const cause = error instanceof AppError ? error.cause : error;
  if (!(cause instanceof Error)) return 'other';
  const code = 'code' in cause ? String(cause.code) : '';
  if (CONFLICTS.test(code)) return 'conflict';
  if (LOST.test(code) || NETWORK.test(code) || DRIVER.test(cause.message)) return 'lost';
  return UNAVAILABLE.test(code) ? 'unavailable' : 'other';
}

/** @returns AppError STORAGE_UNAVAILABLE for failures of server, network and conflicts; other errors unchanged */
export function orUnavailable(error: unknown): Error {
  if (error instanceof AppError || classifyFailure(error) === 'other') return error as Error;
  return new AppError('STORAGE_UNAVAILABLE', { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS });
}
