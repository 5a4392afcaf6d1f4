import { createStore } from '../store.ts';
import { isPending, isRefused, type UploadItem } from './upload-item.ts';

/** The state of all files together. */
export interface Progress {
  total: number;
  done: number;
  /** Refused or failed. */
  refused: number;
  pending: number;
  /** Sent part of the files of the current run, between 0 and 1. */
  share: number;
  bytesLeft: number;
}

export function progressOf(items: readonly UploadItem[]): Progress {
  const run = items.at(-1)?.run ?? 0;
  let [done, refused, pending, bytes, bytesSent] = [0, 0, 0, 0, 0];
  for (const item of items) {
    if (item.status === 'done') done += 1;
    if (isRefused(item)) refused += 1;
    if (isPending(item)) pending += 1;
    if (item.run !== run || item.status === 'rejected') continue;
    bytes += item.file.size;
    bytesSent += item.status === 'failed' ? item.file.size : Math.min(item.bytesSent, item.file.size);
  }
  const share = bytes === 0 ? 0 : bytesSent / bytes;
  return { total: items.length, done, refused, pending, share, bytesLeft: bytes - bytesSent };
}

/** Bytes per second of the last seconds; undefined while nothing is sent. */
export const speed = createStore<number | undefined>(undefined);

/** Shorter periods would show the bursts of single connections. */
const WINDOW_MS = 8_000;
const MIN_MS = 1_500;
const TICK_MS = 1_000;

let samples: { at: number; bytes: number }[] = [];
let sentBytes = 0;
let ticking: ReturnType<typeof setInterval> | undefined;

/** Counts sent bytes for `speed`. */
export function noteSent(bytes: number): void {
  if (bytes <= 0) return;
  sentBytes += bytes;
  if (ticking !== undefined) return;
  samples = [{ at: performance.now(), bytes: sentBytes - bytes }];
  ticking = setInterval(sample, TICK_MS);
}

function sample(): void {
  const now = performance.now();
  samples = [...samples.filter(({ at }) => now - at <= WINDOW_MS), { at: now, bytes: sentBytes }];
  const [first] = samples as [{ at: number; bytes: number }];
  if (now - first.at < MIN_MS) return;
  const perSecond = ((sentBytes - first.bytes) / (now - first.at)) * 1_000;
  speed.set(perSecond === 0 ? undefined : perSecond);
  if (perSecond > 0) return;
  clearInterval(ticking);
  ticking = undefined;
}

/** Seconds until all bytes are sent at the current speed; undefined while it is unknown. */
export function secondsLeft({ bytesLeft, pending }: Progress, bytesPerSecond: number | undefined): number | undefined {
  if (pending === 0 || bytesPerSecond === undefined) return undefined;
  return bytesLeft / bytesPerSecond;
}
