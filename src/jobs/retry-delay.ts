const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 3_600_000;

/**
 * Milliseconds until a job that has failed is tried again: twice as long each time, up to an hour, and up to a quarter
 * more by chance, so that failures do not come back together.
 */
export function retryDelay(attempts: number): number {
  const delay = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), MAX_RETRY_MS);
  return Math.round(delay * (1 + Math.random() / 4));
}
