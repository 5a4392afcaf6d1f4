import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { retryWithBackoff } from '../../lib/retry.ts';
import { markOutcomeUnknown } from '../unknown-commit.ts';
import { classifyFailure, orUnavailable } from './postgres-errors.ts';

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
