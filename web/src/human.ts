/** An integer with thousands separators: `1,234`. */
export function humanCount(count: number): string {
  return count.toLocaleString('en');
}

/** Seconds in words, rounded up to one unit: `42 seconds`, `3 minutes`, `2 hours`. */
export function humanDuration(seconds: number): string {
  const [count, unit] =
    seconds < 100
      ? [Math.max(1, Math.ceil(seconds)), 'second']
      : seconds < 100 * 60
        ? [Math.ceil(seconds / 60), 'minute']
        : seconds < 48 * 3_600
          ? [Math.ceil(seconds / 3_600), 'hour']
          : [Math.ceil(seconds / 86_400), 'day'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const TIME = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** The date of an API timestamp: `Nov 21, 2026`. */
export function humanDate(timestamp: string): string {
  return DATE.format(new Date(timestamp));
}

/** The date and time of an API timestamp in the local time zone. */
export function humanTime(timestamp: string): string {
  return TIME.format(new Date(timestamp));
}

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

/** A UTC date of the API, independent of the local time zone: `2026-11-21` becomes `Nov 21, 2026`. */
export function humanDay(day: string): string {
  return DAY.format(new Date(`${day}T00:00:00Z`));
}
