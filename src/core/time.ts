import { AppError } from './errors.ts';

const HOUR_MS = 3_600_000;

/**
 * Parses the `expiry` field.
 * @param text whole hours in decimal digits; absent or empty = 0 = permanent
 * @throws AppError INVALID_EXPIRY with `details.min` and `details.max`
 */
export function parseExpiryHours(text: string | undefined, maxHours: number): number {
  if (text === undefined || text === '') return 0;
  const hours = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(hours <= maxHours)) {
    throw new AppError('INVALID_EXPIRY', {
      detail: `It must be a whole number of hours from 0 (permanent) to ${maxHours}.`,
      param: 'expiry',
      details: { min: 0, max: maxHours },
    });
  }
  return hours;
}

/**
 * The expiry of an image in Unix milliseconds, or null when it is permanent. It counts from the whole second of
 * `uploaded_at`, so that the two timestamps of the API differ by exactly the hours.
 */
export function expiresAt(uploadedAtMs: number, hours: number): number | null {
  return hours === 0 ? null : Math.floor(uploadedAtMs / 1000) * 1000 + hours * HOUR_MS;
}

/** Unix milliseconds as `YYYY-MM-DDTHH:MM:SSZ` (ISO 8601, UTC, whole seconds). */
export function timestamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

export function timestampOrNull(ms: number | null): string | null {
  return ms === null ? null : timestamp(ms);
}
