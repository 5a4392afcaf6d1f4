import { createStore } from '../store.ts';
import { noteSent } from './progress.ts';
import { isPending, type UploadItem } from './upload-item.ts';

/**
 * The files that were added since the page was loaded, in order, and those that an earlier visit has left. They stay
 * while the user visits other pages of the application.
 */
export const items = createStore<readonly UploadItem[]>([]);

let run = 0;

/** Begins a run, if no file is pending: `progressOf` counts the bytes of one run. */
export function beginRun(): void {
  if (!items.get().some(isPending)) run += 1;
}

/** A file that waits to be sent. @param alone it is the only one that was added */
export function newItem(file: File, alone: boolean): UploadItem {
  return { id: randomKey(), file, name: file.name, status: 'queued', bytesSent: 0, run, alone };
}

/** Puts a file back into the queue. */
export function putBack(id: string): void {
  sent.delete(id);
  items.set((now) =>
    now.map((item) => {
      if (item.id !== id) return item;
      const { error: _, ...rest } = item;
      return { ...rest, status: 'queued', bytesSent: 0, run };
    }),
  );
}

/** Replaces an item. */
export function patch(id: string, change: (item: UploadItem) => Partial<UploadItem>): void {
  items.set((now) => now.map((item) => (item.id === id ? { ...item, ...change(item) } : item)));
}

/** Sent bytes that the items do not show yet: progress events of many files would render the page too often. */
const sent = new Map<string, number>();
const FLUSH_MS = 100;
let flushing = false;

/** Shows the progress of a file soon. */
export function noteProgress(id: string, bytesSent: number): void {
  sent.set(id, bytesSent);
  if (flushing) return;
  flushing = true;
  setTimeout(() => {
    flushing = false;
    items.set((now) => now.map(withProgress));
    sent.clear();
  }, FLUSH_MS);
}

function withProgress(item: UploadItem): UploadItem {
  const bytesSent = sent.get(item.id);
  // The request may have ended since.
  if (bytesSent === undefined || !isPending(item) || bytesSent < item.bytesSent) return item;
  noteSent(bytesSent - item.bytesSent);
  return { ...item, status: bytesSent >= item.file.size ? 'processing' : 'sending', bytesSent };
}

/** 128 random bits in hexadecimal. Works on pages without HTTPS. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
