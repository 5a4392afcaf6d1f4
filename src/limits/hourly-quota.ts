import { createMemoryWindow, type FixedWindow } from './window.ts';

export const WINDOW_SECONDS = 3_600;

/** Counts a caller's requests in windows of an hour. */
export type HourlyQuota = FixedWindow;

/** Counts in memory: exact on one node, forgotten when it ends. */
export function createMemoryQuota(): HourlyQuota {
  return createMemoryWindow(WINDOW_SECONDS);
}
