import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { PROGRAM_FILES } from '../../lib/program-files.ts';
import { markOutcomeUnknown } from '../unknown-commit.ts';
import { type CommitRun, createCommitRun } from './commit-run.ts';
import { unavailableOr } from './sqlite-file.ts';
import type { Outcome, StatementRequest } from './sqlite-statements.ts';

/** What the thread gets at its start. */
export interface WriterStart {
  path: string;
  port: MessagePort;
  /** The number of requests sent; the thread sleeps on it. */
  sent: Int32Array;
  run: CommitRun;
}

/** An error of SQLite; a message would carry no other members of it. */
interface Failure {
  message: string;
  members: Record<string, unknown>;
  isOutcomeUnknown: boolean;
}

export type WriterReply = { outcome: Outcome } | { failure: Failure };

/** The writing connection to a SQLite file, on a thread of its own: an fsync does not block the event loop. */
export interface SqliteWriter {
  /**
   * Runs one statement after all earlier ones, as `Statements.run` does.
   * @throws AppError STORAGE_UNAVAILABLE; other errors of SQLite
   */
  run(request: StatementRequest): Promise<Outcome>;
  /** Closes the connection after all statements. */
  close(): Promise<void>;
}

interface Waiting {
  resolve: (outcome: Outcome) => void;
  reject: (error: unknown) => void;
}

/**
 * @param path a file in WAL mode
 * @param commitRun records the commits that keep rows
 */
export function startSqliteWriter(path: string, commitRun = createCommitRun()): SqliteWriter {
  const sent = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const { port1: port, port2 } = new MessageChannel();
  const start: WriterStart = { path, port: port2, sent, run: commitRun };
  const worker = new Worker(PROGRAM_FILES.sqliteThread, {
    name: 'catalog',
    env: {},
    execArgv: ['--no-warnings'],
    workerData: start,
    transferList: [port2],
  });
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  worker.once('error', (error) => {
    // Without its writer the process cannot tell which commits happened: it ends like after any other fatal error.
    throw new Error('the thread of the catalog failed', { cause: error });
  });
  worker.unref();
  const waiting: Waiting[] = [];
  let isClosed = false;
  port.on('message', (reply: WriterReply) => {
    const one = waiting.shift();
    if (waiting.length === 0) port.unref();
    if ('outcome' in reply) one?.resolve(reply.outcome);
    else one?.reject(unavailableOr(errorOf(reply.failure)));
  });
  // Only statements in progress keep the process running.
  port.unref();

  function send(request: StatementRequest | null): void {
    port.postMessage(request);
    Atomics.add(sent, 0, 1);
    Atomics.notify(sent, 0);
  }

  return {
    run: (request) =>
      new Promise((resolve, reject) => {
        if (isClosed) throw new Error('the catalog is closed');
        send(request);
        if (waiting.length === 0) port.ref();
        waiting.push({ resolve, reject });
      }),
    async close() {
      isClosed = true;
      worker.ref();
      send(null);
      await ended;
      port.close();
    },
  };
}

function errorOf({ message, members, isOutcomeUnknown }: Failure): Error {
  const error = Object.assign(new Error(message), members);
  return isOutcomeUnknown ? markOutcomeUnknown(error) : error;
}
