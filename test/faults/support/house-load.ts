import { setTimeout as sleep } from 'node:timers/promises';
import { request } from './client.ts';
import { type Journal, removeAndNote, sha256, uploadAndNote } from './journal.ts';
import { noisePng } from './pictures.ts';
import type { Random } from './random.ts';

/** Clients at work on a service that is restarted now and then. */
export interface HouseLoad extends AsyncDisposable {
  /** Reads that were answered, and what was wrong with those that failed. */
  reads: number;
  failures: string[];
  /** Restarts the service: until it resolves, connections may be refused. @returns how long that took */
  restart(start: () => Promise<string>): Promise<number>;
  stop(): Promise<void>;
}

const READERS = 4;
const UPLOADERS = 2;
/** Between the requests of one client: the load shall disturb the copier, not starve it. */
const READ_PAUSE_MS = 25;
const WRITE_PAUSE_MS = 250;

/** Two clients that upload, one that deletes, and four that read what was acknowledged and compare its SHA-256. */
export function startHouseLoad(journal: Journal, firstUrl: string, random: Random): HouseLoad {
  let url = firstUrl;
  let stopped = false;
  let restarting = false;
  const load = { reads: 0, failures: [] as string[] };

  const until = async (work: () => Promise<void>) => {
    while (!stopped) {
      const asked = url;
      try {
        await work();
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        // The service listens on another port after each restart.
        if (!restarting && asked === url) load.failures.push(`no answer: ${error.cause}`);
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
      // Whoever deletes takes it out of the journal first.
      if (!journal.live.has(entry.id)) return;
      if (status !== 200) load.failures.push(`${path} is answered ${status}`);
      else if (digest === '') entry.served.set(path, sha256(bytes));
      else if (sha256(bytes) !== digest) load.failures.push(`${path} has changed`);
    }
  };
  const upload = async () => {
    const { status, bytes } = await uploadAndNote(journal, url, { bytes: await noisePng(random) });
    if (status !== 200 && !restarting) load.failures.push(`an upload is answered ${status} ${bytes}`);
    await sleep(WRITE_PAUSE_MS);
  };
  const remove = async () => {
    const { status } = await removeAndNote(journal, url, random.pick([...journal.live.values()]));
    if (status !== 200 && !restarting) load.failures.push(`a delete is answered ${status}`);
    await sleep(WRITE_PAUSE_MS);
  };
  const clients = [...Array(READERS).fill(read), ...Array(UPLOADERS).fill(upload), remove].map(until);
  const stop = async () => {
    stopped = true;
    await Promise.all(clients);
  };
  return Object.assign(load, {
    async restart(start: () => Promise<string>) {
      const begun = performance.now();
      restarting = true;
      url = await start();
      restarting = false;
      return performance.now() - begun;
    },
    stop,
    [Symbol.asyncDispose]: stop,
  });
}
