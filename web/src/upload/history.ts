import type { UploadResult } from '../../../src/api/images.ts';
import type { Links } from '../../../src/core/links.ts';
import { ApiError, errorOf, networkError } from '../api/api-error.ts';
import { createStore } from '../store.ts';

/** An anonymous upload with its delete token. */
export interface HistoryEntry {
  id: string;
  filename: string;
  links: Pick<Links, 'direct' | 'thumbnail' | 'view_page'>;
  delete_token: string;
  delete_url: string;
  uploaded_at: string;
  expires_at: string | null;
}

const KEY = 'imgd.uploads';
const MAX_ENTRIES = 1_000;

/** This browser's anonymous uploads, newest first. */
export const history = createStore<readonly HistoryEntry[]>(read());

/** Adds an upload to the history. */
export function addToHistory({ id, filename, links, ...image }: UploadResult): void {
  const { direct, thumbnail, view_page } = links;
  const { delete_token, delete_url, uploaded_at, expires_at } = image;
  const one = {
    id,
    filename,
    links: { direct, thumbnail, view_page },
    delete_token,
    delete_url,
    uploaded_at,
    expires_at,
  };
  // Read again: another tab may have changed the history.
  write([one, ...read().filter((other) => other.id !== id)].slice(0, MAX_ENTRIES));
}

/** Removes uploads from the history. The images stay. */
export function removeFromHistory(ids: readonly string[]): void {
  const removed = new Set(ids);
  write(read().filter(({ id }) => !removed.has(id)));
}

/**
 * Deletes an image with its delete token. Succeeds if the image is already deleted.
 * @throws ApiError
 */
export async function deleteByToken({ id, delete_token: token }: HistoryEntry): Promise<void> {
  const response = await fetch(`/api/v1/image/${encodeURIComponent(id)}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  }).catch(() => undefined);
  if (response === undefined) throw networkError();
  if (response.ok || response.status === 404) return;
  const error = errorOf(response.status, await response.json().catch(() => undefined));
  // The token becomes invalid when its image is deleted.
  if (!(error instanceof ApiError) || error.code !== 'INVALID_API_KEY') throw error;
}

addEventListener('storage', (event) => {
  if (event.key === KEY || event.key === null) history.set(read());
});

function write(all: readonly HistoryEntry[]): void {
  history.set(all);
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // Without local storage, the history lasts until the page is closed.
  }
}

/** Ignores invalid and expired entries. */
function read(): readonly HistoryEntry[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isHistoryEntry).filter(isUnexpired) : [];
  } catch {
    return [];
  }
}

function isHistoryEntry(one: Partial<HistoryEntry> | null): one is HistoryEntry {
  const texts = [one?.id, one?.filename, one?.delete_token, one?.delete_url, one?.links?.direct, one?.links?.thumbnail];
  return texts.every((text) => typeof text === 'string') && typeof one?.links?.view_page === 'string';
}

function isUnexpired({ expires_at }: HistoryEntry): boolean {
  return expires_at === null || Date.parse(expires_at) > Date.now();
}
