import { AppError } from './errors.ts';

const HOUR_MS = 3_600_000;
const HOUR_SECONDS = 3_600;

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

/** When an image expires: after seconds, or at an instant in Unix milliseconds; null = never. */
export type Expiry = { afterSeconds: number } | { atMs: number } | null;

/** The members of a request that give an expiry, as texts. Absent and empty ones count as not given. */
export interface GivenExpiry {
  /** Hours; 0 = permanent. */
  expiry?: string | undefined;
  /** Seconds; 0 = permanent. */
  expires_in?: string | undefined;
  /** RFC 3339. */
  expires_at?: string | undefined;
}

/**
 * Parses when an image expires. At most one member is given.
 * @param maxHours the longest time, whichever member gives it
 * @returns null when none is given
 * @throws AppError INVALID_EXPIRY with `details.min` and `details.max` in the unit of the member
 */
export function parseExpiry({ expiry, expires_in, expires_at }: GivenExpiry, maxHours: number, nowMs: number): Expiry {
  const given = Object.entries({ expiry, expires_in, expires_at }).flatMap(([name, text]) => (text ? name : []));
  if (given.length > 1) {
    const detail = 'Give one of expiry, expires_in and expires_at.';
    throw new AppError('INVALID_EXPIRY', { detail, param: given[1] as string, details: { given } });
  }
  if (expires_at) return { atMs: parseExpiryTime(expires_at, maxHours, nowMs) };
  const seconds = expires_in
    ? parseExpirySeconds(expires_in, maxHours)
    : parseExpiryHours(expiry, maxHours) * HOUR_SECONDS;
  return seconds === 0 ? null : { afterSeconds: seconds };
}

/**
 * Parses when an image of a plan expires. Without a member it is the default of the plan.
 * @param serviceMaxHours the greatest expiry of all plans
 * @throws AppError INVALID_EXPIRY, also for a permanent image where the plan has a greatest expiry
 */
export function parsePlanExpiry(
  given: GivenExpiry,
  plan: { defaultExpiryHours?: number; maxExpiryHours?: number },
  serviceMaxHours: number,
  nowMs: number,
): Expiry {
  const maxHours = Math.min(plan.maxExpiryHours ?? serviceMaxHours, serviceMaxHours);
  const isGiven = Object.values(given).some((text) => text !== undefined && text !== '');
  const expiry = parseExpiry(given, maxHours, nowMs);
  if (expiry !== null) return expiry;
  if (isGiven && plan.maxExpiryHours !== undefined) {
    throw new AppError('INVALID_EXPIRY', {
      detail: `Images of this plan expire after ${maxHours} hours at the latest.`,
      param: 'expiry',
      details: { min: 1, max: maxHours },
    });
  }
  const hours = isGiven ? 0 : defaultExpiryHours(plan, serviceMaxHours);
  return hours === 0 ? null : { afterSeconds: hours * HOUR_SECONDS };
}

/** Hours after which an image of a plan expires when its upload names no expiry; 0 = never. */
export function defaultExpiryHours(
  plan: { defaultExpiryHours?: number; maxExpiryHours?: number },
  serviceMaxHours: number,
): number {
  return Math.min(plan.defaultExpiryHours ?? plan.maxExpiryHours ?? 0, serviceMaxHours);
}

function parseExpirySeconds(text: string, maxHours: number): number {
  const seconds = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  const max = maxHours * HOUR_SECONDS;
  if (seconds <= max) return seconds;
  throw new AppError('INVALID_EXPIRY', {
    detail: `It must be a whole number of seconds from 0 (permanent) to ${max}.`,
    param: 'expires_in',
    details: { min: 0, max },
  });
}

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

/** @returns Unix milliseconds of a whole second */
function parseExpiryTime(text: string, maxHours: number, nowMs: number): number {
  const latestMs = nowMs + maxHours * HOUR_MS;
  const ms = RFC_3339.test(text) ? Date.parse(text) : Number.NaN;
  if (ms > nowMs && ms <= latestMs) return Math.floor(ms / 1_000) * 1_000;
  const [min, max] = [timestamp(nowMs), timestamp(latestMs)];
  throw new AppError('INVALID_EXPIRY', {
    detail: `It must be an instant (RFC 3339) in the future, until ${max}.`,
    param: 'expires_at',
    details: { min, max },
  });
}

/**
 * The expiry of an image in Unix milliseconds, or null when it is permanent. Seconds count from the whole second of
 * `uploaded_at`, so that the two timestamps of the API differ by exactly these.
 */
export function expiresAt(uploadedAtMs: number, expiry: Expiry): number | null {
  if (expiry === null) return null;
  return 'atMs' in expiry ? expiry.atMs : Math.floor(uploadedAtMs / 1_000) * 1_000 + expiry.afterSeconds * 1_000;
}

/**
 * Parses a bound of a period: an instant (RFC 3339), a day or a month in UTC.
 * @param isEnd whether a day or month counts to its end
 * @param param name of the request member that holds it
 * @returns Unix milliseconds
 * @throws AppError INVALID_PARAMETER
 */
export function parsePeriod(text: string, isEnd: boolean, param: string): number {
  const [, year = '', month = '', day] = /^(\d{4})-(\d\d)(?:-(\d\d))?$/.exec(text) ?? [];
  if (year === '') return requireTime(Date.parse(text), text, param);
  const start = requireTime(Date.parse(`${year}-${month}-${day ?? '01'}T00:00:00Z`), text, param);
  if (!isEnd) return start;
  return day === undefined ? Date.UTC(Number(year), Number(month), 1) : start + 24 * HOUR_MS;
}

/** JavaScript reads the 31st of a month of 30 days as the first of the next one. */
function requireTime(ms: number, text: string, param: string): number {
  const isReal = ms <= MAX_TIME_MS && (text.length > 10 || new Date(ms).toISOString().startsWith(text));
  if (isReal && /^\d{4}-\d\d(-\d\d(T\d\d:\d\d.*)?)?$/i.test(text)) return ms;
  throw new AppError('INVALID_PARAMETER', { detail: `${param} is a month, a day or an instant (ISO 8601).`, param });
}

/** When an image that is moved to the trash now is deleted for good, in Unix milliseconds. */
export function purgeTime(nowMs: number, trashDays: number): number {
  return nowMs + trashDays * 24 * HOUR_MS;
}

/** 9999-12-31T23:59:59.999Z: later instants have no timestamp of four-digit years. */
const MAX_TIME_MS = 253_402_300_799_999;

/**
 * Parses a point in time (RFC 3339).
 * @param param name of the request member that holds it
 * @returns Unix milliseconds
 * @throws AppError INVALID_PARAMETER also for leap seconds, which a schema accepts and Unix time cannot express
 */
export function parseTime(text: string, param: string): number {
  const ms = Date.parse(text);
  if (ms <= MAX_TIME_MS) return ms;
  throw new AppError('INVALID_PARAMETER', { detail: `${param} is no point in time before the year 10000.`, param });
}

/** Unix milliseconds as `YYYY-MM-DDTHH:MM:SSZ` (ISO 8601, UTC, whole seconds). */
export function timestamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

export function timestampOrNull(ms: number | null): string | null {
  return ms === null ? null : timestamp(ms);
}
