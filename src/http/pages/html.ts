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

/**
 * A file name in a direction of its own. Its extension stays at the right also where the name is written from right to
 * left, so that `שלום.jpg` never reads as a name that begins with `jpg`.
 */
export function fileName(name: string): Html {
  const [extension = ''] = /\.[0-9A-Za-z]{1,8}$/.exec(name) ?? [];
  return html`<bdi dir="ltr"><span dir="auto">${name.slice(0, name.length - extension.length)}</span>${extension}</bdi>`;
}
