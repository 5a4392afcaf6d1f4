// The program of the thread that writes to the SQLite catalog. It sleeps until the next request instead of running an
// event loop, which halves the cost of a message.
import { receiveMessageOnPort, workerData } from 'node:worker_threads';
import { isOutcomeUnknown } from '../unknown-commit.ts';
import { extendRun, sharedWalIndex } from './commit-run.ts';
import { readChangeCounter } from './read-snapshot.ts';
import { openSqliteFile } from './sqlite-file.ts';
import { type Outcome, type StatementRequest, statementsOf } from './sqlite-statements.ts';
import type { WriterReply, WriterStart } from './sqlite-writer.ts';

const { path, port, sent, run } = workerData as WriterStart;
const file = openSqliteFile(path);
// A statement notes the pages that it changes, to undo it alone. Those of an image and its indexes are more than SQLite
// otherwise keeps in memory: it would create, write and remove a file for each upload.
file.exec('PRAGMA temp_store = MEMORY');
const statements = statementsOf(file);

for (let seen = Atomics.load(sent, 0); ; seen = Atomics.load(sent, 0)) {
  const requests = takeAll();
  for (const request of requests) if (request !== null) port.postMessage(reply(request));
  if (requests.includes(null)) break;
  Atomics.wait(sent, 0, seen);
}
file.close();
port.close();

/** A null asks to close the file. */
function takeAll(): (StatementRequest | null)[] {
  const all: (StatementRequest | null)[] = [];
  for (;;) {
    const received = receiveMessageOnPort(port);
    if (received === undefined) return all;
    all.push(received.message);
  }
}

function reply(request: StatementRequest): WriterReply {
  try {
    return { outcome: request.keepsRows ? keepRows(request) : statements.run(request) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { failure: { message: error.message, members: { ...error }, isOutcomeUnknown: isOutcomeUnknown(error) } };
  }
}

/**
 * Runs a statement and records its commit. Another process may commit beside it: then it is not recorded. The index is not
 * opened here: closing a descriptor of it would release the locks of the process (POSIX), also those of other connections.
 */
function keepRows(request: StatementRequest): Outcome {
  const before = changeCounter();
  const outcome = statements.run(request);
  const after = changeCounter();
  if (before !== undefined && after !== undefined && ((after - before) | 0) === 1) extendRun(run, before, after);
  return outcome;
}

/** Undefined before the first read of the other thread, and after an error of the disk: a commit must not fail by it. */
function changeCounter(): number | undefined {
  const index = sharedWalIndex(run);
  try {
    return index === undefined ? undefined : readChangeCounter(index);
  } catch {
    return undefined;
  }
}
