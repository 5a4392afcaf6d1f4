/** Counters of each day. */
export const STATISTICS = [
  'uploads',
  'upload_bytes',
  'requests',
  'refusals',
  'views',
  'deletes',
  'registrations',
] as const;
export type Statistic = (typeof STATISTICS)[number];

/** Adds to a counter of the current day. */
export type CountStatistic = (name: Statistic, by?: number) => void;

/** Counters of each account and day. */
export type AccountFigure = 'uploads' | 'bytes' | 'requests';

/** Adds to a counter of an account on the current day. */
export type CountOfAccount = (accountId: string, figure: AccountFigure, by?: number) => void;

const REFUSAL_PREFIX = 'refusals:';

/** Name of the counter of refusals with an error code. */
export function refusalsOf(code: string): `refusals:${string}` {
  return `${REFUSAL_PREFIX}${code}`;
}

/** The error code of such a counter; undefined for all others. */
export function refusalCodeOf(name: string): string | undefined {
  return name.startsWith(REFUSAL_PREFIX) ? name.slice(REFUSAL_PREFIX.length) : undefined;
}

const DAY_MS = 86_400_000;
let lastDay = { number: Number.NaN, name: '' };

/** The day of a time in UTC: `YYYY-MM-DD`. */
export function dayOf(ms: number): string {
  const number = Math.floor(ms / DAY_MS);
  // Every request calls it, nearly always for the same day.
  if (number !== lastDay.number) lastDay = { number, name: new Date(ms).toISOString().slice(0, 10) };
  return lastDay.name;
}
