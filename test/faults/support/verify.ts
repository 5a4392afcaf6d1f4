import { request } from './client.ts';
import { type Acknowledged, type Journal, sha256 } from './journal.ts';

/** Which entries of a journal are looked at. */
export type Choice = (id: string) => boolean;

const AT_ONCE = 8;

/**
 * Compares what a service serves with what it has acknowledged.
 * @returns each broken promise in words
 */
export async function verify(journal: Journal, url: string, chosen: Choice = () => true): Promise<string[]> {
  const broken: string[] = [];
  await each(journal.doubtful.values(), async (entry) => {
    const states = await Promise.all([...entry.served.keys()].map((path) => request(url + path)));
    const gone = states.filter(({ status }) => status === 404).length;
    if (gone !== 0 && gone !== states.length) broken.push(`${entry.id} is half deleted`);
    (gone === 0 ? journal.live : journal.deleted).set(entry.id, entry);
    journal.doubtful.delete(entry.id);
    journal.recent.add(entry.id);
  });
  await each(journal.live.values(), async (entry) => {
    if (chosen(entry.id)) broken.push(...(await faultsOf(entry, url)));
  });
  await each(journal.deleted.values(), async (entry) => {
    if (!chosen(entry.id)) return;
    for (const path of entry.served.keys()) {
      const { status } = await request(url + path);
      if (status !== 404) broken.push(`${path} was deleted and is answered ${status}`);
    }
  });
  return broken;
}

async function faultsOf(entry: Acknowledged, url: string): Promise<string[]> {
  const faults: string[] = [];
  for (const [path, expected] of entry.served) {
    const { status, bytes } = await request(url + path);
    const digest = sha256(bytes);
    if (status !== 200) faults.push(`${path} was acknowledged and is answered ${status}`);
    else if (expected !== '' && digest !== expected) faults.push(`${path} has changed`);
    else if (path.startsWith('/i/') && bytes.length !== entry.size) faults.push(`${path} has another size`);
    else entry.served.set(path, digest);
  }
  return faults;
}

async function each<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.pop(); item !== undefined; item = queue.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
