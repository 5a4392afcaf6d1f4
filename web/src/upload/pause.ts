import { createStore } from '../store.ts';

/** Why the queue waits, and until when (Unix time in milliseconds; Infinity = until the browser is online). */
export interface Pause {
  /** The hourly limit, a busy service, or a lost connection. */
  reason: 'limit' | 'service' | 'connection';
  until: number;
}

/** Set while the queue waits by itself. */
export const pause = createStore<Pause | undefined>(undefined);

/** Whether the user has paused the queue. */
export const isHeld = createStore(false);

let timer: ReturnType<typeof setTimeout> | undefined;
let resumeNow: () => void = () => undefined;
let cutsInARow = 0;

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 20_000;
/** Spreads the clients of a service that comes back. */
const ONLINE_JITTER_MS = 1_000;

/** Pauses the queue. Of several waits the longest applies. */
export function pauseFor(reason: Pause['reason'], seconds: number, resume: () => void): void {
  const until = Date.now() + seconds * 1_000;
  const now = pause.get();
  if (now !== undefined && now.until >= until) return;
  resumeNow = resume;
  pause.set({ reason, until });
  clearTimeout(timer);
  if (until < Number.POSITIVE_INFINITY) timer = setTimeout(end, seconds * 1_000);
}

/**
 * Pauses the queue after a connection error: until the browser is online, or for a time that doubles with each error in
 * a row, with jitter.
 */
export function pauseAfterCut(resume: () => void): void {
  // Uploads that ran at the same time break at the same time.
  if (pause.get()?.reason === 'connection') return;
  cutsInARow += 1;
  const longest = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (cutsInARow - 1));
  const seconds = (longest * (0.5 + Math.random() / 2)) / 1_000;
  pauseFor('connection', navigator.onLine ? seconds : Number.POSITIVE_INFINITY, resume);
}

/** Call it after every answer. */
export function noteConnected(): void {
  cutsInARow = 0;
  if (pause.get()?.reason === 'connection') end();
}

/** Whether the last request met a connection error. One file then tests the connection for the others. */
export function isConnectionDoubtful(): boolean {
  return cutsInARow > 0;
}

/** Ends the pause, because no upload is waiting. */
export function endPause(): void {
  clearTimeout(timer);
  pause.set(undefined);
}

function end(): void {
  endPause();
  resumeNow();
}

/** Pauses and continues the queue with the connection of the browser. */
export function followConnection(hasPending: () => boolean, resume: () => void): void {
  addEventListener('offline', () => {
    if (!hasPending()) return;
    if (pause.get()?.reason === 'connection') endPause();
    pauseFor('connection', Number.POSITIVE_INFINITY, resume);
  });
  addEventListener('online', () => {
    if (pause.get()?.reason !== 'connection') return;
    endPause();
    pauseFor('connection', (Math.random() * ONLINE_JITTER_MS) / 1_000, resume);
  });
}
