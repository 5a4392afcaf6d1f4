import { timestamp } from '../../core/time.ts';
import { type Html, html } from './html.ts';

const COUNT = new Intl.NumberFormat('en');
const INSTANT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** A whole number with separators, such as `10,000`. */
export function humanCount(count: number): string {
  return COUNT.format(count);
}

/** An instant for people and for programs. */
export function humanTime(ms: number): Html {
  return html`<time datetime="${timestamp(ms)}">${INSTANT.format(ms)} UTC</time>`;
}
