import { request } from './client.ts';
import { type Acknowledged, type Journal, sha256 } from './journal.ts';

/** Selects entries of a journal by id. */
export type Choice = (id: string) => boolean;

const AT_ONCE = 8;

/**
 * Compares the images that a service serves with those that it has acknowledged.
 * @returns one line for each broken promise
 */
export async function verify(journal: Journal, url: string, chosen: Choice = () => true): Promise<string[]> {
  const broken: string[] = [];
  await each(journal.unconfirmed.values(), async (entry) => {
    const states = await Promise.all([...entry.served.keys()].map((path) => request(url + path)));
    const gone = states.filter(({ status }) => status === 404).length;
    if (gone !== 0 && gone !== states.length) broken.push(`${entry.id} is partly deleted`);
    (gone === 0 ? journal.live : journal.deleted).set(entry.id, entry);
    journal.unconfirmed.delete(entry.id);
    journal.recent.add(entry.id);
  });
  await each(journal.live.values(), async (entry) => {
    if (chosen(entry.id)) broken.push(...(await problemsOf(entry, url)));
  });
  await each(journal.deleted.values(), async (entry) => {
    if (!chosen(entry.id)) return;
    for (const path of entry.served.keys()) {
      const { status } = await request(url + path);
      if (status !== 404) broken.push(`${path} was deleted, but has status ${status}`);
    }
  });
  return broken;
}

async function problemsOf(entry: Acknowledged, url: string): Promise<string[]> {
  const problems: string[] = [];
  for (const [path, expected] of entry.served) {
    const { status, bytes } = await request(url + path);
    const digest = sha256(bytes);
    if (status !== 200) problems.push(`${path} was acknowledged, but has status ${status}`);
    else if (expected !== '' && digest !== expected) problems.push(`${path} has changed`);
    else if (path.startsWith('/i/') && bytes.length !== entry.size) problems.push(`${path} has another size`);
    else entry.served.set(path, digest);
  }
  return problems;
}

async function each<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.pop(); item !== undefined; item = queue.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
