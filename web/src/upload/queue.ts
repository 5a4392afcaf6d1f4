import type { UploadResult } from '../../../src/api/images.ts';
import { ApiError, networkError } from '../api/api-error.ts';
import { type Sender, sender } from '../api/csrf.ts';
import { isSessionError, mayUploadAs, recoverUpload, sessionLost } from '../api/recovery.ts';
import { takeSolution, wantsSolution } from '../challenge/solutions.ts';
import { announce } from '../changes.ts';
import { session } from '../session.ts';
import { createStore } from '../store.ts';
import { usage } from '../usage.ts';
import { checkFile } from './check-file.ts';
import { addToHistory } from './history.ts';
import { beginRun, items, newItem, noteProgress, patch, putBack, randomKey } from './items.ts';
import { forgetFile, keepFile, takeKeptFiles } from './kept-files.ts';
import {
  endPause,
  followConnection,
  isConnectionDoubtful,
  isHeld,
  noteConnected,
  pause,
  pauseAfterCut,
  pauseFor,
} from './pause.ts';
import type { SendOptions } from './port.ts';
import { noteSent } from './progress.ts';
import { createTransport } from './transport.ts';
import { isPending, isRetryable, type UploadItem } from './upload-item.ts';

const MAX_CONCURRENT = 3;
/** Maximum number of automatic retries of a file while the server is busy. */
const MAX_BUSY_RETRIES = 5;
/** Connection errors after which a file is given up if others get through. */
const MAX_CUTS = 25;

/** Album and expiry of the files that are added next. */
export const options = createStore({ album: '', expiryHours: 0 });

/** Errors after which the user changes `options` and tries again. */
const FAULTS_OF_OPTIONS = new Set(['INVALID_ALBUM', 'INVALID_EXPIRY']);

/** Whether files wait for the account to which they belong. */
export const waitsForSignIn = createStore(false);

/** Accounts in whose name nothing is sent until the session changes: the user has not signed in, or as somebody else. */
const declined = new Set<string>();
let isAsking = false;

interface Request extends SendOptions {
  /** The account that the file is uploaded to; null = none. */
  owner: string | null;
  /** The session of the last request. */
  sentAs: Sender | undefined;
  busyRetries: number;
  /** Connection errors. */
  cuts: number;
  /** Unix time in milliseconds before which the request must not be repeated. */
  notBefore: number;
}

const FRESH = { sentAs: undefined, busyRetries: 0, cuts: 0, notBefore: 0, proof: {} };

/** The request of each file that is checked and not uploaded. Retries of the same request share the idempotency key. */
const requests = new Map<string, Request>();
const inFlight = new Set<string>();

const transport = createTransport({
  onProgress: noteProgress,
  onResumed: (id, bytesSent) => patch(id, () => ({ bytesSent })),
  onDone,
  onFailed,
});

/**
 * Adds files to the queue. Files that cannot be uploaded are listed with the reason and not sent.
 * @param given.albumName default: the album of `options`
 */
export function addFiles(files: readonly File[], given: { albumName?: string } = {}): void {
  beginRun();
  const { album, expiryHours } = options.get();
  const added = files.map((file) => newItem(file, files.length === 1));
  items.set((now) => [...now, ...added]);
  void prepare(added, { album: given.albumName ?? album, expiryHours });
}

/** Checks files in order. Each is sent as soon as it is checked. */
async function prepare(added: readonly UploadItem[], given: { album: string; expiryHours: number }): Promise<void> {
  for (const { id, file, name } of added) {
    const rejection = await checkFile(file, usage.get()?.limits);
    // Cancelled in the meantime.
    if (!items.get().some((item) => item.id === id)) continue;
    if (rejection !== undefined) {
      patch(id, () => ({ status: 'rejected', rejection }));
      continue;
    }
    const request = newRequest(given);
    requests.set(id, request);
    keep(id, file, name, request);
    sendNext();
  }
  endWhenIdle();
}

/** Cancels the upload of a file and removes the file from the list. */
export function cancel(id: string): void {
  drop(id);
  items.set((now) => now.filter((item) => item.id !== id));
  endWhenIdle();
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
  for (const item of items.get()) if (!isPending(item)) drop(item.id);
  items.set((now) => now.filter(isPending));
}

/** Removes an image that was deleted from the list. */
export function removeImage(imageId: string): void {
  items.set((now) => now.filter(({ image }) => image?.id !== imageId));
}

/** Retries one failed upload, or all that may succeed. */
export function retry(id?: string): void {
  beginRun();
  for (const item of items.get().filter((one) => isRetryable(one) && (id === undefined || one.id === id))) {
    const request = requests.get(item.id);
    if (request === undefined) continue;
    // The server stores an error response under the idempotency key. A retry with another outcome needs a new key.
    const renewed = { ...request, ...FRESH };
    if (!mayReuseKey(item)) renewed.idempotencyKey = randomKey();
    if (FAULTS_OF_OPTIONS.has(item.error?.code ?? '')) Object.assign(renewed, options.get());
    requests.set(item.id, renewed);
    keep(item.id, item.file, item.name, renewed);
    putBack(item.id);
  }
  sendNext();
}

/** Pauses the queue or continues it. Files that are being sent start again later. */
export function hold(held: boolean): void {
  isHeld.set(held);
  if (held) {
    const isSent = (id: string) => items.get().some((item) => item.id === id && item.status === 'processing');
    for (const id of [...inFlight]) if (!isSent(id)) requeue(id);
  } else sendNext();
}

/** Adds the files that an earlier document of this browser has not uploaded. */
async function restoreFiles(): Promise<void> {
  const me = owner();
  if (me === undefined) return;
  const kept = await takeKeptFiles(me);
  const known = new Set(items.get().map(({ id }) => id));
  const added = kept.filter(({ id }) => !known.has(id));
  if (added.length === 0) return;
  beginRun();
  for (const { id, album, expiryHours, idempotencyKey } of added) {
    requests.set(id, { ...FRESH, album, expiryHours, idempotencyKey, owner: me });
  }
  items.set((now) => [...now, ...added.map(({ id, file, name }) => ({ ...newItem(file, false), id, name }))]);
  sendNext();
}

function newRequest({ album, expiryHours }: { album: string; expiryHours: number }): Request {
  return { ...FRESH, album, expiryHours, idempotencyKey: randomKey(), owner: owner() ?? null };
}

function keep(id: string, file: File, name: string, { owner, album, expiryHours, idempotencyKey }: Request): void {
  void keepFile({ id, file, name, addedAt: Date.now(), owner, album, expiryHours, idempotencyKey });
}

/** Forgets the request of a file. */
function drop(id: string): void {
  transport.abort(id, true);
  requests.delete(id);
  inFlight.delete(id);
  void forgetFile(id);
}

/** Ends every pause when no file waits. */
function endWhenIdle(): void {
  if (items.get().some(isPending)) return;
  endPause();
  isHeld.set(false);
}

/** The account of the page, also while its session has ended; null = anonymous, undefined = not known yet. */
function owner(): string | null | undefined {
  const now = session.get();
  if (now.status === 'unknown') return undefined;
  return now.status === 'signed-in' || now.status === 'ended' ? now.account.id : null;
}

/** Whether the server may have processed the request or accepts the same request again. */
function mayReuseKey({ error }: UploadItem): boolean {
  return error === undefined || error.status === 0 || error.status >= 408;
}

function sendNext(): void {
  if (isHeld.get() || pause.get() !== undefined || isAsking) return;
  const me = owner();
  if (me === undefined) return;
  const all = waiting();
  const ready = all.filter(([, , request]) => request.owner === null || !declined.has(request.owner));
  waitsForSignIn.set(ready.length < all.length);
  const max = isConnectionDoubtful() ? 1 : MAX_CONCURRENT;
  for (const [id, file, request] of ready) {
    if (inFlight.size >= max) return;
    if (request.notBefore > Date.now()) continue;
    if (request.owner !== null && request.owner !== me) {
      void askFor(request.owner);
      continue;
    }
    const proof = me === null ? takeSolution('uploads', sendNext, onUnsolved) : {};
    if (proof === undefined) return;
    request.proof = proof;
    request.owner = me;
    request.sentAs = sender();
    inFlight.add(id);
    transport.send(id, file, request);
  }
}

/** Asks whether files that were added as one account are uploaded in the session of now. */
async function askFor(account: string): Promise<void> {
  if (isAsking) return;
  isAsking = true;
  const may = await mayUploadAs(account).catch(() => false);
  isAsking = false;
  const me = owner() ?? null;
  if (!may) declined.add(account);
  else for (const request of requests.values()) if (request.owner === account) request.owner = me;
  sendNext();
}

/** Sends the files that wait for their account: the user is asked to sign in again. */
export function askAgain(): void {
  declined.clear();
  sendNext();
}

/** The files that wait to be sent, those with the fewest connection errors first. */
function waiting(): [id: string, file: File, request: Request][] {
  const found = items.get().flatMap(({ id, file, status }): [string, File, Request][] => {
    const request = requests.get(id);
    return status !== 'queued' || inFlight.has(id) || request === undefined ? [] : [[id, file, request]];
  });
  return found.sort(([, , a], [, , b]) => a.cuts - b.cuts);
}

function onDone(id: string, image: UploadResult): void {
  noteConnected();
  // The session has ended without this tab's knowledge. Only the delete token can delete the image.
  if (image.anonymous && requests.get(id)?.owner != null) sessionLost();
  drop(id);
  if (image.anonymous) addToHistory(image);
  announceSoon();
  patch(id, ({ file, bytesSent }) => {
    noteSent(file.size - bytesSent);
    return { status: 'done', bytesSent: file.size, image };
  });
  sendNext();
}

function onFailed(id: string, error: ApiError): void {
  inFlight.delete(id);
  const request = requests.get(id);
  if (request === undefined) return;
  if (isConnectionError(error)) {
    onCut(id, request, error);
    return;
  }
  noteConnected();
  const isEnded: boolean = isSessionError(error);
  if (isEnded) {
    void recover(id, request, error);
    return;
  }
  const isUnproven = wantsSolution('uploads', error, request.proof);
  const seconds = isUnproven ? 0 : retryAfter(error);
  if (seconds === undefined || request.busyRetries >= MAX_BUSY_RETRIES) {
    fail(id, error);
  } else {
    request.busyRetries += 1;
    putBack(id);
    if (error.status === 409) delay(request, seconds);
    else if (!isUnproven) pauseFor(error.status === 429 ? 'limit' : 'service', seconds, sendNext);
  }
  sendNext();
}

/** No challenge could be had or solved: all files wait, or fail. */
function onUnsolved(error: unknown): void {
  const problem = error instanceof ApiError ? error : networkError();
  const seconds = retryAfter(problem);
  if (seconds !== undefined) pauseFor(problem.status === 429 ? 'limit' : 'service', seconds, sendNext);
  else if (problem.code === 'CHALLENGE_INSECURE') for (const [id] of waiting()) fail(id, problem);
  else pauseAfterCut(sendNext);
}

/** Sends a refused file again in the session that the tab has now, or the user opens. */
async function recover(id: string, request: Request, error: ApiError): Promise<void> {
  const account = request.owner ?? undefined;
  // Until then nothing else is sent: it would be refused too.
  isAsking = true;
  const may = await recoverUpload(error, request.sentAs, account).catch(() => false);
  isAsking = false;
  if (may) request.owner = owner() ?? null;
  else if (account !== undefined) declined.add(account);
  if (may || account !== undefined) putBack(id);
  else fail(id, error);
  sendNext();
}

/** The connection broke, or a proxy answered that it does not reach the service. */
function isConnectionError({ status, retryAfterSeconds }: ApiError): boolean {
  return status === 0 || ([408, 502, 503, 504].includes(status) && retryAfterSeconds === undefined);
}

function onCut(id: string, request: Request, error: ApiError): void {
  request.cuts += 1;
  const othersSucceed = items.get().some((item) => item.status === 'done');
  if (request.cuts >= MAX_CUTS && othersSucceed) fail(id, error);
  else putBack(id);
  pauseAfterCut(sendNext);
}

/** Seconds after which the server accepts the same request again; undefined if it named none. */
function retryAfter({ status, retryAfterSeconds }: ApiError): number | undefined {
  return status === 429 || status === 503 || status === 409 ? retryAfterSeconds : undefined;
}

/** The server still processes an earlier request for the file. The other files do not wait for it. */
function delay(request: Request, seconds: number): void {
  request.notBefore = Date.now() + seconds * 1_000;
  setTimeout(sendNext, seconds * 1_000 + 10);
}

function fail(id: string, error: ApiError): void {
  patch(id, () => ({ status: 'failed', error }));
  const item = items.get().find((one) => one.id === id);
  if (item !== undefined && !isRetryable(item)) drop(id);
}

/** Puts a file that is being sent back into the queue. */
function requeue(id: string): void {
  transport.abort(id, false);
  inFlight.delete(id);
  putBack(id);
}

const ANNOUNCE_MS = 1_000;
let announcing = false;

/** Tells lists of images about the uploads of the last second. */
function announceSoon(): void {
  if (announcing) return;
  announcing = true;
  setTimeout(() => {
    announcing = false;
    announce('images');
    announce('albums');
  }, ANNOUNCE_MS);
}

const hasPending = () => items.get().some(isPending);
followConnection(hasPending, sendNext);
let lastOwner = owner();
session.subscribe(() => {
  // The hourly limit belongs to the account or the address.
  if (owner() !== lastOwner && pause.get()?.reason === 'limit') endPause();
  lastOwner = owner();
  declined.clear();
  void restoreFiles();
  sendNext();
});
void restoreFiles();
addEventListener('beforeunload', (event) => {
  // The browser shows its own text.
  if (hasPending()) event.preventDefault();
});
