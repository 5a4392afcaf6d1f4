import type { UploadResult } from '../../../../src/api/images.ts';
import type { ApiError } from '../../api/api-error.ts';
import { session } from '../../session.ts';
import { createStore } from '../../store.ts';
import { explain } from '../../texts/errors.ts';
import { upload } from '../../texts/upload.ts';
import { toast } from '../../ui/toast.tsx';
import { usage } from '../../usage.ts';
import { addToHistory } from './history.ts';
import { endPause, pause, pauseFor } from './pause.tsx';
import { createTransport, type SendOptions } from './transport.ts';
import { isPending, isRetryable, type UploadItem } from './upload-item.ts';

const MAX_CONCURRENT = 3;
/** Maximum number of automatic retries of a file while the server is busy. */
const MAX_AUTO_RETRIES = 5;

/** Album and expiry of the files that are added next. */
export const options = createStore({ album: '', expiryHours: 0 });

/**
 * The files that were added since the page was loaded, in order. They stay while the user visits other pages of the
 * application.
 */
export const items = createStore<readonly UploadItem[]>([]);

/** The request options of each file. Retries of the same request share the idempotency key. */
const requests = new Map<string, SendOptions & { retries: number }>();
const inFlight = new Set<string>();

const transport = createTransport({
  onProgress: (id, bytesSent) =>
    patch(id, ({ file }) => ({ status: bytesSent >= file.size ? 'processing' : 'sending', bytesSent })),
  onDone,
  onFailed,
});

/** Adds files to the queue. Files outside the limits are listed with the reason and not sent. */
export function addFiles(files: readonly File[]): void {
  const added = files.map(newItem);
  for (const { id } of added) requests.set(id, newRequest());
  items.set((now) => [...now, ...added]);
  sendNext();
}

/** Cancels the upload of a file and removes the file from the list. */
export function cancel(id: string): void {
  transport.abort(id);
  requests.delete(id);
  inFlight.delete(id);
  items.set((now) => now.filter((item) => item.id !== id));
  if (!items.get().some(isPending)) endPause();
  sendNext();
}

/** Cancels all unfinished uploads. Finished uploads stay in the list. */
export function cancelAll(): void {
  const all = items.get().filter(isPending);
  // In reverse order, so that a cancelled upload does not start the next one.
  for (const { id } of all.reverse()) cancel(id);
}

/** Removes finished and failed uploads from the list. */
export function clearFinished(): void {
  items.set((now) => now.filter(isPending));
}

/** Retries one failed upload, or all that may succeed. */
export function retry(id?: string): void {
  for (const item of items.get().filter((one) => isRetryable(one) && (id === undefined || one.id === id))) {
    // The server stores an error response under the idempotency key. A retry with another outcome needs a new key.
    if (!mayReuseKey(item)) requests.set(item.id, newRequest());
    queue(item.id);
  }
  sendNext();
}

function newItem(file: File): UploadItem {
  const limit = usage.get()?.limits.max_file_size ?? Number.POSITIVE_INFINITY;
  const base = { id: randomKey(), file, name: file.name, bytesSent: 0 };
  if (file.size === 0) return { ...base, status: 'rejected', reason: upload.empty };
  if (file.size > limit) return { ...base, status: 'rejected', reason: upload.tooLarge(file.size, limit) };
  return { ...base, status: 'queued' };
}

function newRequest() {
  return { ...options.get(), idempotencyKey: randomKey(), retries: 0 };
}

/** Whether the server may have processed the request or accepts the same request again. */
function mayReuseKey({ error }: UploadItem): boolean {
  return error === undefined || error.status === 0 || error.status >= 408;
}

function sendNext(): void {
  if (pause.get() !== undefined) return;
  for (const { id, file, status } of items.get()) {
    if (inFlight.size >= MAX_CONCURRENT) return;
    const request = requests.get(id);
    if (status !== 'queued' || inFlight.has(id) || request === undefined) continue;
    inFlight.add(id);
    transport.send(id, file, request);
  }
}

function onDone(id: string, image: UploadResult): void {
  const anonymous = session.get().status !== 'signed-in';
  inFlight.delete(id);
  requests.delete(id);
  patch(id, ({ file }) => ({ status: 'done', bytesSent: file.size, image, anonymous }));
  if (anonymous) addToHistory(image);
  sendNext();
  toastWhenFinished();
}

function onFailed(id: string, error: ApiError): void {
  inFlight.delete(id);
  const request = requests.get(id);
  const seconds = retryAfter(error);
  if (seconds === undefined || request === undefined || request.retries >= MAX_AUTO_RETRIES) {
    patch(id, () => ({ status: 'failed', error, reason: error.code === 'NETWORK' ? upload.cut : explain(error) }));
    toastWhenFinished();
  } else {
    request.retries += 1;
    queue(id);
    pauseFor(error.status === 429 ? 'limit' : 'service', seconds, sendNext);
  }
  sendNext();
}

/** Seconds after which the server accepts the same request again; undefined if it named none. */
function retryAfter({ status, retryAfterSeconds }: ApiError): number | undefined {
  return status === 429 || status === 503 || status === 409 ? retryAfterSeconds : undefined;
}

function queue(id: string): void {
  items.set((now) =>
    now.map((item) => {
      if (item.id !== id) return item;
      const { error: _, reason: __, ...rest } = item;
      return { ...rest, status: 'queued', bytesSent: 0 };
    }),
  );
}

function patch(id: string, change: (item: UploadItem) => Partial<UploadItem>): void {
  items.set((now) => now.map((item) => (item.id === id ? { ...item, ...change(item) } : item)));
}

function toastWhenFinished(): void {
  const all = items.get();
  if (all.some(isPending)) return;
  toast(upload.overall(all.filter(({ status }) => status === 'done').length, all.length));
}

addEventListener('beforeunload', (event) => {
  // The browser shows its own text.
  if (items.get().some(isPending)) event.preventDefault();
});

/** 128 random bits in hexadecimal. Works on pages without HTTPS. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
