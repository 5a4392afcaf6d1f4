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
import { NotReadyError } from '../../lib/patience.ts';
import { retryWithBackoff } from '../../lib/retry.ts';
import { urlsOfHosts } from '../../lib/several-hosts.ts';
import { markOutcomeUnknown } from '../unknown-commit.ts';
import { type PrimaryConnections, postgresServers, primaryConnections, READ_ONLY } from './postgres-hosts.ts';

const INT8 = 20;
const NUMERIC = 1_700;

/**
 * Kysely's PostgreSQL dialect on `pg`, which is loaded only here. As in SQLite, integers are numbers, and text is compared
 * by its bytes.
 * @param url `postgres://…` with parameters of libpq, such as those for TLS, and with one or several hosts
 * @param warn called with what the database does otherwise than asked
 * @returns pool: its connections, for figures
 * @throws Error that names the setting when the database cannot be reached or refuses the connection
 */
export async function postgresDialect(
  url: string,
  maxConnections: number,
  warn: (text: string) => void,
): Promise<{ dialect: PostgresDialect; pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'> }> {
  const { default: pg } = await import('pg');
  const primary = primaryConnections(pg.Client, postgresServers(url));
  const config: ClientConfig = {
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
    const client = new primary.Client({ ...config, ...changes });
    await client.connect();
    return client;
  };
  try {
    const probe = await openAny(() => open({ connectionTimeoutMillis: START_TIMEOUT_MS }), primary.servers);
    await warnOfTimeouts(probe, warn);
    await probe.end();
  } catch (error) {
    throw startError(url, error);
  }
  const pool = new pg.Pool({ ...config, max: maxConnections, Client: primary.Client });
  const openLockClient = () => open({ statement_timeout: 0, lock_timeout: 0 });
  return { dialect: new NodesDialect({ pool: resilientPool(pool, primary) }, openLockClient), pool };
}

/** Tries each server once. @throws the error of the last one that is not simply away */
async function openAny(open: () => Promise<Client>, servers: number): Promise<Client> {
  const errors: unknown[] = [];
  for (let tried = 0; tried < servers; tried++) {
    try {
      return await open();
    } catch (error) {
      errors.push(error);
    }
  }
  throw errors.findLast((error) => classifyFailure(error) === 'other') ?? errors.at(-1);
}

/** A pooler between, such as PgBouncer, may drop what a connection asks for at its start. */
async function warnOfTimeouts(client: Client, warn: (text: string) => void): Promise<void> {
  const wanted: Record<string, number> = { statement_timeout: STATEMENT_TIMEOUT_MS, lock_timeout: LOCK_TIMEOUT_MS };
  const { rows } = await client.query<{ name: string; setting: string }>(
    "select name, setting from pg_settings where name in ('statement_timeout', 'lock_timeout')",
  );
  for (const { name, setting } of rows) {
    if (Number(setting) === wanted[name]) continue;
    warn(
      `PostgreSQL's ${name} is ${setting} ms instead of ${wanted[name]} ms, so requests may hang: alter role ${client.user} set ${name} = ${wanted[name]}`,
    );
  }
}

/** An error that names the setting, without the password. */
function startError(text: string, error: unknown): Error {
  const urls = urlsOfHosts(text) ?? [];
  const { pathname = '', username = '' } = urls[0] ?? {};
  const code = codeOf(error);
  const database = decodeURIComponent(pathname.slice(1));
  const why =
    code === '28P01' || code === '28000'
      ? `refuses the user "${decodeURIComponent(username)}" or the password`
      : code === '3D000'
        ? `has no database "${database}"`
        : `cannot be reached (${error instanceof Error && error.message !== '' ? error.message : code})`;
  const line = `PostgreSQL at ${urls.map(({ host }) => host).join(', ')} ${why}: IMGD_DATABASE_URL.`;
  return classifyFailure(error) === 'other' ? new Error(line) : new NotReadyError(line);
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
export function resilientPool(pool: Pool, primary?: PrimaryConnections): PostgresPool {
  // Without a listener a lost idle connection would end the process.
  pool.on('error', () => {});
  return {
    connect: async () => lease(pool, await connect(pool, primary), primary),
    end: () => pool.end(),
  } as PostgresPool;
}

async function connect(pool: Pool, primary: PrimaryConnections | undefined): Promise<PoolClient> {
  try {
    return await retryWithBackoff(() => connectToPrimary(pool, primary), {
      shouldRetry: (error) => classifyFailure(error) === 'lost',
      firstPauseMs: RECONNECT_PAUSE_MS,
      maxPauseMs: RECONNECT_PAUSE_MS,
      timeoutMs: RECONNECT_MS,
    });
  } catch (error) {
    throw orUnavailable(error);
  }
}

/** Idle connections to a server that was the primary would read what has not been replicated since. */
async function connectToPrimary(pool: Pool, primary: PrimaryConnections | undefined): Promise<PoolClient> {
  for (;;) {
    const client = await pool.connect();
    if (primary === undefined || primary.isCurrent(client)) return client;
    client.release(true);
  }
}

function lease(pool: Pool, first: PoolClient, primary: PrimaryConnections | undefined): PostgresPoolClient {
  let client: PoolClient | undefined = first;
  let broken = false;
  let inTransaction = false;
  let hasTimeout = true;

  async function run(sql: string, parameters: readonly unknown[]): Promise<Answer> {
    try {
      client ??= await connect(pool, primary);
      const answer = client.query(sql, parameters.map(withoutNul)) as unknown as Promise<Answer>;
      return await (hasTimeout ? withAnswerTimeout(answer) : answer);
    } catch (error) {
      broken ||= classifyFailure(error) === 'lost';
      if (client !== undefined && codeOf(error) === READ_ONLY) primary?.leave(client);
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

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** @param error of the driver, or wrapped by `orUnavailable` */
export function classifyFailure(error: unknown): Failure {
  const cause = error instanceof AppError ? error.cause : error;
  if (!(cause instanceof Error)) return 'other';
  const code = codeOf(cause);
  if (CONFLICTS.test(code)) return 'conflict';
  if (LOST.test(code) || NETWORK.test(code) || DRIVER.test(cause.message)) return 'lost';
  return UNAVAILABLE.test(code) ? 'unavailable' : 'other';
}

/** @returns AppError STORAGE_UNAVAILABLE for failures of server, network and conflicts; other errors unchanged */
export function orUnavailable(error: unknown): Error {
  if (error instanceof AppError || classifyFailure(error) === 'other') return error as Error;
  return new AppError('STORAGE_UNAVAILABLE', { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS });
}
