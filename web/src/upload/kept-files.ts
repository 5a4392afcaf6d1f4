import { createStore, del, entries, set, type UseStore } from 'idb-keyval';
import { randomKey } from './items.ts';

/** A file that is not uploaded yet, as it is kept over a reload. */
export interface KeptFile {
  id: string;
  /** The tab to which it belongs: after a reload of that tab, no other gets it. */
  tab: string;
  file: File;
  name: string;
  /** Unix time in milliseconds. */
  addedAt: number;
  /** The account that the file is uploaded to; null = none. */
  owner: string | null;
  album: string;
  expiryHours: number;
  /** A request that was sent before the reload is repeated under the same key, so that it creates no second image. */
  idempotencyKey: string;
}

/** Maximum size of the files that one tab keeps. Larger queues are uploaded too, but not kept as a whole. */
const MAX_KEPT_BYTES = 512 * 2 ** 20;
/** The server remembers an idempotency key for a day. After that, a repeated request might store a file twice. */
const MAX_AGE_MS = 23 * 3_600_000;
/** The previous document of this tab releases its locks while the new one loads. */
const LOCK_WAIT_MS = 2_000;

const TAB_KEY = 'imgd.tab';

const keptBytes = new Map<string, number>();
const locked = new Set<string>();
const releases = new Map<string, () => void>();
let database: UseStore | undefined;

/** Keeps a file until `forgetFile`. Does nothing where the browser has no storage, or not enough. */
export async function keepFile(given: Omit<KeptFile, 'tab'>): Promise<void> {
  const one = { ...given, tab: tabId() };
  const used = [...keptBytes.values()].reduce((sum, bytes) => sum + bytes, 0);
  if (!keptBytes.has(one.id) && used + one.file.size > MAX_KEPT_BYTES) return;
  keptBytes.set(one.id, one.file.size);
  try {
    void lock(one);
    await set(one.id, one, store());
  } catch {
    // A private window or a full disk: the upload continues without it.
    keptBytes.delete(one.id);
  }
}

/** Forgets a file that was uploaded or cancelled. */
export async function forgetFile(id: string): Promise<void> {
  const wasKept = keptBytes.delete(id);
  try {
    if (wasKept) await del(id, store());
  } catch {
    // It is removed when it is too old.
  } finally {
    locked.delete(id);
    releases.get(id)?.();
    releases.delete(id);
  }
}

/**
 * The files that an earlier document of this browser left, in the order in which they were added. From now on they
 * belong to this tab: no other tab gets them. Removes files that are too old.
 * @param owner only files of this account; null = only of anonymous visitors
 */
export async function takeKeptFiles(owner: string | null): Promise<KeptFile[]> {
  try {
    const all = (await entries<string, KeptFile>(store())).map(([, one]) => one);
    const isOld = ({ addedAt }: KeptFile) => Date.now() - addedAt > MAX_AGE_MS;
    await Promise.all(all.filter(isOld).map(({ id }) => del(id, store())));
    const candidates = all.filter((one) => !isOld(one) && one.owner === owner && !keptBytes.has(one.id));
    const isLocked = await Promise.all(candidates.map(lock));
    // Another tab may have uploaded a file while this one waited for its lock.
    const left = new Set((await entries<string, KeptFile>(store())).map(([id]) => id));
    const taken = candidates.filter(({ id }, at) => isLocked[at] === true && left.has(id));
    for (const { id, file } of taken) keptBytes.set(id, file.size);
    return taken.sort((a, b) => a.addedAt - b.addedAt);
  } catch {
    return [];
  }
}

function store(): UseStore {
  database ??= createStore('imgd-uploads', 'files');
  return database;
}

/** Locks a file for this tab until `forgetFile` or the end of the document. @returns false if another tab has it */
function lock({ id, tab }: KeptFile): Promise<boolean> {
  // Without HTTPS there are no locks. A second request under the same idempotency key stores nothing.
  if (navigator.locks === undefined) return Promise.resolve(true);
  locked.add(id);
  return new Promise((resolve) => {
    const given = tab === tabId() ? { signal: AbortSignal.timeout(LOCK_WAIT_MS) } : { ifAvailable: true };
    const hold = (held: Lock | null) =>
      new Promise<void>((release) => {
        if (held === null) throw new Error('locked');
        resolve(true);
        // Forgotten in the meantime.
        if (locked.has(id)) releases.set(id, release);
        else release();
      });
    navigator.locks.request(`imgd-upload-${id}`, given, hold).catch(() => {
      locked.delete(id);
      resolve(false);
    });
  });
}

/** A name of this tab that survives a reload. */
function tabId(): string {
  try {
    const known = sessionStorage.getItem(TAB_KEY);
    if (known !== null) return known;
    const made = randomKey();
    sessionStorage.setItem(TAB_KEY, made);
    return made;
  } catch {
    return '';
  }
}
