import { timestamp } from '../../core/time.ts';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escaped HTML. Only `html` creates it. */
export interface Html {
  readonly markup: string;
}

type Piece = string | number | Html | readonly Html[] | null;

/** Template tag that escapes every value except `Html`. null becomes nothing. */
export function html(strings: TemplateStringsArray, ...values: Piece[]): Html {
  let markup = strings[0] ?? '';
  values.forEach((value, i) => {
    markup += render(value) + (strings[i + 1] ?? '');
  });
  return { markup };
}

function render(value: Piece): string {
  if (value === null) return '';
  if (typeof value === 'string' || typeof value === 'number') {
    return String(value).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
  }
  return 'markup' in value ? value.markup : value.map((piece) => piece.markup).join('');
}

const COUNT = new Intl.NumberFormat('en');
const INSTANT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** A number with separators, such as `10,000`. */
export function humanCount(count: number): string {
  return COUNT.format(count);
}

/** An instant as text, with a machine-readable attribute. */
export function humanTime(ms: number): Html {
  return html`<time datetime="${timestamp(ms)}">${INSTANT.format(ms)} UTC</time>`;
}
