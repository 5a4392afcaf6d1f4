import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { markOutcomeUnknown } from '../unknown-commit.ts';
import { classifyFailure, orUnavailable } from './postgres-errors.ts';

/** How long the server works on a statement before it gives up, and how long a statement waits for another's lock. */
export const STATEMENT_TIMEOUT_MS = 10_000;
export const LOCK_TIMEOUT_MS = 5_000;
/** How long a connection may take to be made, or to become free. */
export const CONNECT_TIMEOUT_MS = 3_000;
/** A start is in no hurry: a machine that is busy starting many nodes answers late. */
export const START_TIMEOUT_MS = 10_000;
/** A server that says nothing for this long is gone: the network does not always tell. */
const SILENCE_MS = STATEMENT_TIMEOUT_MS + 2_000;
/** How long a server that restarts is waited for. */
const RECONNECT_MS = 2_000;
const RECONNECT_EVERY_MS = 100;

/** Statements for long work: migrations change whole tables. */
export const PATIENTLY = 'set statement_timeout = 0';
export const AS_BEFORE = `set statement_timeout = ${STATEMENT_TIMEOUT_MS}`;

interface Answer {
  command: 'UPDATE' | 'DELETE' | 'INSERT' | 'MERGE';
  rowCount: number;
  rows: never[];
}

/**
 * The driver's pool as Kysely uses it. Failures of server and network become STORAGE_UNAVAILABLE; a connection that
 * failed is never used again; what was not begun yet (a read alone, the begin of a transaction) goes on with another.
 */
export function resilientPool(pool: Pool): PostgresPool {
  // Without listeners the loss of a connection would end the process. Whoever waits for its answer is told.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    connect: async () => lease(pool, await connect(pool)),
    end: () => pool.end(),
  } as PostgresPool;
}

async function connect(pool: Pool): Promise<PoolClient> {
  const begun = performance.now();
  for (;;) {
    try {
      return await pool.connect();
    } catch (error) {
      if (classifyFailure(error) !== 'lost' || performance.now() - begun > RECONNECT_MS) throw orUnavailable(error);
      await sleep(RECONNECT_EVERY_MS * (0.5 + Math.random()));
    }
  }
}

function lease(pool: Pool, first: PoolClient): PostgresPoolClient {
  let client: PoolClient | undefined = first;
  let broken = false;
  let inTransaction = false;
  let patient = false;

  async function run(sql: string, parameters: readonly unknown[]): Promise<Answer> {
    try {
      client ??= await connect(pool);
      const answer = client.query(sql, parameters.map(withoutNul)) as unknown as Promise<Answer>;
      return await (patient ? answer : orSilence(answer));
    } catch (error) {
      broken ||= classifyFailure(error) === 'lost';
      throw error;
    }
  }

  async function query(sql: string, parameters: readonly unknown[]): Promise<Answer> {
    const nothingToLose = !inTransaction && (sql === 'begin' || isRead(sql));
    if (sql === 'rollback' && broken) return { command: 'UPDATE', rowCount: 0, rows: [] };
    const begun = performance.now();
    for (;;) {
      try {
        return await run(sql, parameters);
      } catch (error) {
        if (broken && sql === 'commit') throw markOutcomeUnknown(orUnavailable(error));
        if (!broken || !nothingToLose || performance.now() - begun > RECONNECT_MS) throw orUnavailable(error);
      }
      client?.release(true);
      client = undefined;
      broken = false;
      // Where one connection was ended others were: the pool has to hear of it.
      await sleep(RECONNECT_EVERY_MS * Math.random());
    }
  }

  return {
    async query(sql: string, parameters: readonly unknown[]) {
      const answer = await query(sql, parameters);
      if (sql === 'begin') inTransaction = true;
      if (sql === 'commit' || sql === 'rollback') inTransaction = false;
      if (sql === PATIENTLY || sql === AS_BEFORE) patient = sql === PATIENTLY;
      return answer;
    },
    release: () => client?.release(broken || inTransaction),
  } as unknown as PostgresPoolClient;
}

/** PostgreSQL's texts hold every character but NUL, which would be an error: nothing is ever equal to what stands for it. */
function withoutNul(parameter: unknown): unknown {
  return typeof parameter === 'string' ? parameter.replaceAll('\0', '\uFFFD') : parameter;
}

/** A statement alone that may be asked twice. */
function isRead(sql: string): boolean {
  return /^select /.test(sql) && !/ for (no key |key )?(update|share)/.test(sql);
}

async function orSilence<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    const why = new Error(`Connection terminated: no answer in ${SILENCE_MS} ms`);
    timer = setTimeout(() => reject(why), SILENCE_MS);
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
  }
}
