import { setTimeout as sleep } from 'node:timers/promises';
import { request } from './client.ts';
import { type Journal, removeAndRecord, sha256, uploadAndRecord } from './journal.ts';
import { noisePng } from './pictures.ts';
import type { Random } from './random.ts';

/** Clients of a service that restarts during the load. */
export interface MovingLoad extends AsyncDisposable {
  /** The number of reads with a response. */
  reads: number;
  failures: string[];
  /** Restarts the service, during which connections may fail. @returns the duration in milliseconds */
  restart(start: () => Promise<string>): Promise<number>;
  stop(): Promise<void>;
}

const READERS = 4;
const UPLOADERS = 2;
/** Pause between the requests of one client: the load must disturb the copier without starving it. */
const READ_PAUSE_MS = 25;
const WRITE_PAUSE_MS = 250;

/** Starts two clients that upload, one that deletes, and four that read acknowledged images and compare their SHA-256. */
export function startMovingLoad(journal: Journal, firstUrl: string, random: Random): MovingLoad {
  let url = firstUrl;
  let stopped = false;
  let restarting = false;
  const load = { reads: 0, failures: [] as string[] };

  const repeat = async (work: () => Promise<void>) => {
    while (!stopped) {
      const urlBefore = url;
      try {
        await work();
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        // After a restart the service listens on another port.
        if (!restarting && urlBefore === url) load.failures.push(`no response: ${error.cause}`);
        await sleep(READ_PAUSE_MS);
      }
    }
  };
  const read = async () => {
    const entry = random.pick([...journal.live.values()]);
    await sleep(READ_PAUSE_MS);
    for (const [path, digest] of entry.served) {
      const { status, bytes } = await request(url + path);
      load.reads++;
      // The deleting client removes the entry from the journal first.
      if (!journal.live.has(entry.id)) return;
      if (status !== 200) load.failures.push(`${path}: status ${status}`);
      else if (digest === '') entry.served.set(path, sha256(bytes));
      else if (sha256(bytes) !== digest) load.failures.push(`${path} has changed`);
    }
  };
  const upload = async () => {
    const { status, bytes } = await uploadAndRecord(journal, url, { bytes: await noisePng(random) });
    if (status !== 200 && !restarting) load.failures.push(`upload: status ${status} ${bytes}`);
    await sleep(WRITE_PAUSE_MS);
  };
  const remove = async () => {
    const { status } = await removeAndRecord(journal, url, random.pick([...journal.live.values()]));
    if (status !== 200 && !restarting) load.failures.push(`delete: status ${status}`);
    await sleep(WRITE_PAUSE_MS);
  };
  const clients = [...Array(READERS).fill(read), ...Array(UPLOADERS).fill(upload), remove].map(repeat);
  const stop = async () => {
    stopped = true;
    await Promise.all(clients);
  };
  return Object.assign(load, {
    async restart(start: () => Promise<string>) {
      const startedAt = performance.now();
      restarting = true;
      url = await start();
      restarting = false;
      return performance.now() - startedAt;
    },
    stop,
    [Symbol.asyncDispose]: stop,
  });
}
