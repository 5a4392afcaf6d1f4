import { createHash } from 'node:crypto';
import { type Answer, codeOf, dataOf, type FileToSend, remove, request, type Uploaded, upload } from './client.ts';

/** An upload that was answered 200. */
export interface Acknowledged {
  id: string;
  deleteToken: string;
  size: number;
  /** Path of each link and the SHA-256 of what it served; empty until it was read once. */
  served: Map<string, string>;
}

/** What the client knows of a service: what it was promised. */
export interface Journal {
  live: Map<string, Acknowledged>;
  /** Told to go, without an answer: they may be there or not, but not half. */
  doubtful: Map<string, Acknowledged>;
  deleted: Map<string, Acknowledged>;
  /** Since the service last went down. */
  recent: Set<string>;
  counts: { uploads: number; deletes: number };
}

export function createJournal(): Journal {
  return {
    live: new Map(),
    doubtful: new Map(),
    deleted: new Map(),
    recent: new Set(),
    counts: { uploads: 0, deletes: 0 },
  };
}

/** Writes an acknowledgement down. */
export function acknowledge(journal: Journal, { id, delete_token, size, links }: Uploaded): Acknowledged {
  const paths = [links.direct, links.thumbnail].map((link) => new URL(link).pathname);
  const entry = { id, deleteToken: delete_token, size, served: new Map(paths.map((path) => [path, ''])) };
  journal.live.set(id, entry);
  journal.recent.add(id);
  journal.counts.uploads++;
  return entry;
}

/** Uploads, writes the acknowledgement down, and then what the links serve. */
export async function uploadAndNote(
  journal: Journal,
  url: string,
  file: FileToSend,
  fields?: Record<string, string>,
): Promise<Answer> {
  const answer = await upload(url, file, fields);
  if (answer.status !== 200) return answer;
  const entry = acknowledge(journal, dataOf(answer));
  // Somebody else may delete it meanwhile.
  for (const path of entry.served.keys()) {
    const served = await request(url + path);
    if (served.status === 200) entry.served.set(path, sha256(served.bytes));
  }
  return answer;
}

/** Deletes, and writes down what came of it. */
export async function removeAndNote(journal: Journal, url: string, entry: Acknowledged): Promise<Answer> {
  journal.live.delete(entry.id);
  journal.doubtful.set(entry.id, entry);
  journal.recent.add(entry.id);
  const answer = await remove(url, entry.id, entry.deleteToken);
  if (answer.status === 200 || codeOf(answer) === 'IMAGE_NOT_FOUND') {
    journal.doubtful.delete(entry.id);
    journal.deleted.set(entry.id, entry);
    journal.counts.deletes++;
  }
  return answer;
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
