import { createHash } from 'node:crypto';
import { type Answer, codeOf, dataOf, type FileToSend, remove, request, type Uploaded, upload } from './client.ts';

/** An upload with the response 200. */
export interface Acknowledged {
  id: string;
  deleteToken: string;
  size: number;
  /** Path of each link and the SHA-256 of its bytes; empty before the first read. */
  served: Map<string, string>;
}

/** The state of a service as its clients know it from the responses. */
export interface Journal {
  live: Map<string, Acknowledged>;
  /** Deletes without a response: the image must exist completely or not at all. */
  unconfirmed: Map<string, Acknowledged>;
  deleted: Map<string, Acknowledged>;
  /** Ids of images that changed since the last check. */
  recent: Set<string>;
  counts: { uploads: number; deletes: number };
}

export function createJournal(): Journal {
  return {
    live: new Map(),
    unconfirmed: new Map(),
    deleted: new Map(),
    recent: new Set(),
    counts: { uploads: 0, deletes: 0 },
  };
}

/** Records an acknowledged upload. */
export function acknowledge(journal: Journal, { id, delete_token, size, links }: Uploaded): Acknowledged {
  const paths = [links.direct, links.thumbnail].map((link) => new URL(link).pathname);
  const entry = { id, deleteToken: delete_token, size, served: new Map(paths.map((path) => [path, ''])) };
  journal.live.set(id, entry);
  journal.recent.add(id);
  journal.counts.uploads++;
  return entry;
}

/** Uploads a file, and records the acknowledgement and the SHA-256 of the links' bytes. */
export async function uploadAndRecord(
  journal: Journal,
  url: string,
  file: FileToSend,
  fields?: Record<string, string>,
): Promise<Answer> {
  const answer = await upload(url, file, fields);
  if (answer.status !== 200) return answer;
  const entry = acknowledge(journal, dataOf(answer));
  // Another client may delete it at the same time.
  for (const path of entry.served.keys()) {
    const served = await request(url + path);
    if (served.status === 200) entry.served.set(path, sha256(served.bytes));
  }
  return answer;
}

/** Deletes an image and records the outcome. */
export async function removeAndRecord(journal: Journal, url: string, entry: Acknowledged): Promise<Answer> {
  journal.live.delete(entry.id);
  journal.unconfirmed.set(entry.id, entry);
  journal.recent.add(entry.id);
  const answer = await remove(url, entry.id, entry.deleteToken);
  if (answer.status === 200 || codeOf(answer) === 'IMAGE_NOT_FOUND') {
    journal.unconfirmed.delete(entry.id);
    journal.deleted.set(entry.id, entry);
    journal.counts.deletes++;
  }
  return answer;
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
