// The program of the thread that writes to the SQLite catalog. It sleeps until the next request instead of running an
// event loop, which halves the cost of a message.
import { receiveMessageOnPort, workerData } from 'node:worker_threads';
import { type Outcome, openSqliteFile, statementsOf } from './sqlite-file.ts';
import type { WriterReply, WriterRequest, WriterStart } from './sqlite-writer.ts';

const { path, port, sent } = workerData as WriterStart;
const file = openSqliteFile(path);
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
function takeAll(): (WriterRequest | null)[] {
  const all: (WriterRequest | null)[] = [];
  for (;;) {
    const received = receiveMessageOnPort(port);
    if (received === undefined) return all;
    all.push(received.message);
  }
}

function reply(request: WriterRequest): WriterReply {
  try {
    return { outcome: run(request) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // A message carries no other members of an error.
    return { failure: { message: error.message, members: { ...error } } };
  }
}

function run({ sql, parameters, within }: WriterRequest): Outcome {
  if (within === 'first') statements.run('begin', []);
  // SQLite may have rolled back after an error that the caller ignored: the statement must not commit on its own.
  else if (within === 'later' && sql !== 'rollback' && !file.isTransaction) {
    throw new Error('the transaction has ended');
  }
  return statements.run(sql, parameters);
}
