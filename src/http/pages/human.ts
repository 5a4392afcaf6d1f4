import { timestamp } from '../../core/time.ts';
import { type Html, html } from './html.ts';

const UNITS = ['bytes', 'KB', 'MB', 'GB'];
const COUNT = new Intl.NumberFormat('en');
const INSTANT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** Bytes with three digits or more, such as `1.76 MB`; a unit is 1,024 of the one before, as in the plans' limits. */
export function humanSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // 1023.5 would be shown as 1024.
  while (value >= 1_023.5 && unit < UNITS.length - 1) {
    value /= 1_024;
    unit += 1;
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
  return `${Number(value.toFixed(digits))} ${UNITS[unit]}`;
}

/** A whole number with separators, such as `10,000`. */
export function humanCount(count: number): string {
  return COUNT.format(count);
}

/** An instant for people and for programs. */
export function humanTime(ms: number): Html {
  return html`<time datetime="${timestamp(ms)}">${INSTANT.format(ms)} UTC</time>`;
}
