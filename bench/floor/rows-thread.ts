// The thread of `addOnThread`. An error ends the server.
import { receiveMessageOnPort, workerData } from 'node:worker_threads';
import { openSqliteFile } from '../../src/catalog/engine/sqlite-file.ts';
import { insertInto, type NewRows, type ThreadStart } from './rows.ts';

const { path, port, sent } = workerData as ThreadStart;
const file = openSqliteFile(path);
file.exec('PRAGMA temp_store = MEMORY');
const insert = insertInto(file);

for (let seen = Atomics.load(sent, 0); ; seen = Atomics.load(sent, 0)) {
  const all: NewRows[] = [];
  for (let one = receiveMessageOnPort(port); one !== undefined; one = receiveMessageOnPort(port)) all.push(one.message);
  if (all.length > 0) {
    insert(all);
    port.postMessage(all.length);
  }
  Atomics.wait(sent, 0, seen);
}
