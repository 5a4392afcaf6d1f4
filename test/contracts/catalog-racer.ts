import assert from 'node:assert/strict';
import { parentPort, workerData } from 'node:worker_threads';
import { findOrCreateAlbum } from '../../src/catalog/images/albums.ts';
import { createRemovals } from '../../src/catalog/images/removals.ts';
import { migrate } from '../../src/catalog/migrate.ts';
import type { Db } from '../../src/catalog/schema.ts';
import { openAt } from './catalog-engines.ts';
import { makeImage, NOW, type RaceTask } from './catalog-support.ts';

// One racer: a thread with its own connection, since in an embedded database a transaction that waits for a lock blocks
// its whole thread.
const { location, task, racer, gate } = workerData as {
  location: string;
  task: RaceTask;
  racer: number;
  gate: SharedArrayBuffer;
};
const ROUNDS = 25;

const TASKS: Record<RaceTask['kind'], (db: Db) => Promise<unknown>> = {
  /** Uploads and deletes of duplicate content; the first racer leaves its last image. */
  async images(db) {
    for (let round = 1; ; round++) {
      const { id } = await makeImage(db, {}, 'raced');
      if (racer === 0 && round === ROUNDS) return id;
      assert.ok(await db.transaction().execute((tx) => createRemovals(false).removeImage(tx, id, 'request', NOW)));
      if (round === ROUNDS) return null;
    }
  },
  album: (db) => db.transaction().execute((tx) => findOrCreateAlbum(tx, task.accountId ?? '', 'holiday', NOW)),
  migrate,
};

const catalog = await openAt(location);
// All racers start at once, when the last one is ready.
const [READY, OPEN] = [0, 1];
const view = new Int32Array(gate);
Atomics.add(view, READY, 1);
Atomics.wait(view, OPEN, 0);
try {
  parentPort?.postMessage({ result: await TASKS[task.kind](catalog.db) });
} catch (error) {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
  parentPort?.postMessage({ failure: `${error} ${cause}` });
}
await catalog.close();
