import { LOCALE } from './language.ts';

const NUMBER = new Intl.NumberFormat(LOCALE);
const DATE = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium' });
const TIME = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });
const CLOCK = new Intl.DateTimeFormat(LOCALE, { timeStyle: 'short' });
const MONTH = new Intl.DateTimeFormat(LOCALE, { month: 'long', year: 'numeric', timeZone: 'UTC' });
const DAY = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' });
const SIZE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** An integer with the separators of the locale: `1,234`. */
export function formatCount(count: number): string {
  return NUMBER.format(count);
}

/** Bytes with up to three significant digits: `1.76 MB`. Each unit is 1,024 of the previous one, as in the limits of the plans. */
export function formatSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // 1023.5 would be rounded to 1024.
  while (value >= 1_023.5 && unit < SIZE_UNITS.length - 1) {
    value /= 1_024;
    unit += 1;
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
  const style = {
    style: 'unit',
    unit: SIZE_UNITS[unit] ?? 'byte',
    unitDisplay: unit === 0 ? 'long' : 'short',
  } as const;
  return new Intl.NumberFormat(LOCALE, { ...style, maximumFractionDigits: digits }).format(value);
}

/** Seconds in words, rounded up to one unit: `42 seconds`, `3 minutes`, `2 hours`. */
export function formatDuration(seconds: number): string {
  const [count, unit] =
    seconds < 100
      ? [Math.max(1, Math.ceil(seconds)), 'second']
      : seconds < 100 * 60
        ? [Math.ceil(seconds / 60), 'minute']
        : seconds < 48 * 3_600
          ? [Math.ceil(seconds / 3_600), 'hour']
          : [Math.ceil(seconds / 86_400), 'day'];
  return new Intl.NumberFormat(LOCALE, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

/** The date of an API timestamp: `Nov 21, 2026`. */
export function formatDate(timestamp: string): string {
  return DATE.format(new Date(timestamp));
}

/** The date and time of an API timestamp in the local time zone. */
export function formatTime(timestamp: string): string {
  return TIME.format(new Date(timestamp));
}

/** The time of day: `1:53 PM`. */
export function formatClock(timestamp: string): string {
  return CLOCK.format(new Date(timestamp));
}

/** A month of the API in UTC: `2026-11` becomes `November 2026`. */
export function formatMonth(month: string): string {
  return MONTH.format(new Date(`${month}-01T00:00:00Z`));
}

/** A UTC date of the API, independent of the local time zone: `2026-11-21` becomes `Nov 21, 2026`. */
export function formatDay(day: string): string {
  return DAY.format(new Date(`${day}T00:00:00Z`));
}
