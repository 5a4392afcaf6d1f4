import { FluentBundle, FluentResource, type FluentVariable } from '@fluent/bundle';
import { formatClock, formatDate, formatDuration, formatSize, formatTime } from './format.ts';
import { LOCALE, language } from './language.ts';

/** A file of texts: `upload` is `locales/<language>/upload.ftl`. */
export type TextArea =
  | 'account'
  | 'admin'
  | 'albums'
  | 'auth'
  | 'common'
  | 'errors'
  | 'library'
  | 'trash'
  | 'two-step'
  | 'upload'
  | 'webhooks';

const FILES = import.meta.glob<string>('../../../locales/*/*.ftl', { query: '?raw', import: 'default' });
const loaded = new Map<TextArea, Promise<void>>();

/**
 * Functions of the texts. Arguments are strings and numbers: `SIZE($bytes)`, `DATE($timestamp)`, `TIME($timestamp)`
 * (date and time), `CLOCK($timestamp)` (time of day), `DURATION($seconds)`.
 */
const bundle = new FluentBundle(LOCALE, {
  functions: {
    SIZE: ([bytes]) => formatSize(Number(bytes?.valueOf())),
    DATE: ([timestamp]) => formatDate(String(timestamp?.valueOf())),
    CLOCK: ([timestamp]) => formatClock(String(timestamp?.valueOf())),
    TIME: ([timestamp]) => formatTime(String(timestamp?.valueOf())),
    DURATION: ([seconds]) => formatDuration(Number(seconds?.valueOf())),
  },
  // In a text from right to left, a file name from left to right must not reorder the words around it.
  useIsolating: language.direction === 'rtl',
});

/**
 * Loads texts in the language of this visit, each file once.
 * @throws the error of the import when the network fails; the next call tries again
 */
export async function loadTexts(areas: readonly TextArea[]): Promise<void> {
  await Promise.all(
    areas.map((area) => {
      const loading = loaded.get(area) ?? load(area);
      loaded.set(area, loading);
      return loading;
    }),
  );
}

async function load(area: TextArea): Promise<void> {
  const file = FILES[`../../../locales/${language.code}/${area}.ftl`];
  if (file === undefined) throw new Error(`no texts: ${area}`);
  try {
    bundle.addResource(new FluentResource(await file()));
  } catch (error) {
    loaded.delete(area);
    throw error;
  }
}

/**
 * The text with an id, in the language of this visit. Its file must be loaded: the routes name the files of a page.
 * @returns the id when there is no such text
 */
export function t(id: string, args?: Readonly<Record<string, FluentVariable>>): string {
  const pattern = bundle.getMessage(id)?.value;
  return typeof pattern === 'string' || pattern ? bundle.formatPattern(pattern, args) : id;
}

/** Whether a text with this id is loaded. */
export function hasText(id: string): boolean {
  return bundle.hasMessage(id);
}
