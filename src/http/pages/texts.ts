import { existsSync, readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { FluentBundle, FluentResource } from '@fluent/bundle';
import { LANGUAGE_COOKIE, LANGUAGES, type Language } from '../../core/languages.ts';
import { timestamp } from '../../core/time.ts';
import { PROGRAM_FILES } from '../../lib/program-files.ts';
import { type Html, html } from './html.ts';

/** The texts of the pages in one language. */
export interface Texts {
  readonly language: Language;
  /** The text with an id of `pages.ftl`, in English where the language lacks it; the id where there is no such text. */
  t(id: string, args?: Readonly<Record<string, string | number>>): string;
  /** A number with separators, such as `10,000`. */
  count(count: number): string;
  /** Bytes with up to three significant digits, such as `1.76 MB`. */
  size(bytes: number): string;
  /** Whole hours in words, such as `12 hours` or `3 days`. */
  hours(hours: number): string;
  /** An instant in UTC with a machine-readable attribute. A script shows it in the visitor's zone. @param ms Unix time */
  time(ms: number): Html;
}

/** The texts of the pages in all languages. */
export interface PageTexts {
  /** The offered languages. The first one is the default. */
  readonly languages: readonly Language[];
  readonly english: Texts;
  /** Fields of requests on which the pages depend, as `Vary` names them. */
  readonly vary: string;
  /** The texts for a request: the language of its cookie, else the first one of `Accept-Language` that is offered. */
  of(headers: Pick<IncomingHttpHeaders, 'accept-language' | 'cookie'>): Texts;
}

/** Those of the pages, and those that the web application shows before its script runs. */
const FILES = ['pages.ftl', 'common.ftl', 'upload.ftl'];
const COOKIE = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=([A-Za-z-]{2,35})(?:;|$)`);

/**
 * Reads the texts of every language that has them.
 * @param folders of the languages, each a URL that ends in a slash; the first one with texts of a language counts
 */
export function loadPageTexts(
  languages: readonly Language[] = LANGUAGES,
  folders: readonly URL[] = [PROGRAM_FILES.locales],
): PageTexts {
  const [first] = languages as [Language, ...Language[]];
  const englishFile = fileOf(first, folders) ?? '';
  const english = onceOf(() => textsOf(first, englishFile));
  // Read now, because an upgrade may replace the files; parsed for the first page in the language.
  const all = new Map([[first.code, { language: first, texts: english }]]);
  for (const language of languages) {
    const file = language === first ? undefined : fileOf(language, folders);
    if (file === undefined) continue;
    all.set(language.code, { language, texts: onceOf(() => textsOf(language, file, english())) });
  }
  const find = (tag: string) => all.get(tag.toLowerCase().split('-', 1)[0] ?? '')?.texts();
  return {
    languages: [...all.values()].map(({ language }) => language),
    get english() {
      return english();
    },
    vary: all.size > 1 ? 'Accept-Encoding, Accept-Language, Cookie' : 'Accept-Encoding',
    of({ cookie, 'accept-language': accepted }) {
      if (all.size === 1) return english();
      const chosen = cookie === undefined ? undefined : COOKIE.exec(cookie)?.[1];
      for (const tag of [chosen ?? '', ...acceptedLanguages(accepted)]) {
        const found = find(tag);
        if (found !== undefined) return found;
      }
      return english();
    },
  };
}

function onceOf<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function fileOf({ code }: Language, folders: readonly URL[]): string | undefined {
  const found = folders.map((folder) => new URL(`${code}/`, folder)).find((at) => existsSync(new URL('pages.ftl', at)));
  if (found === undefined) return undefined;
  return FILES.map((name) => new URL(name, found))
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
}

/** The language tags of an Accept-Language field, the most wanted first (RFC 9110, section 12.5.4). */
function acceptedLanguages(field: string | undefined): string[] {
  if (field === undefined) return [];
  const ranges = field.split(',', MAX_RANGES).map((part) => {
    const [tag = '', ...parameters] = part.split(';').map((text) => text.trim());
    const weight = parameters.map((text) => /^q=([01](?:\.\d{0,3})?)$/i.exec(text)?.[1]).find((q) => q !== undefined);
    return { tag, weight: Number(weight ?? 1) };
  });
  return ranges
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}

/** A browser sends some; the field may hold thousands. */
const MAX_RANGES = 20;
const SIZE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

function textsOf(language: Language, file: string, fallback?: Texts): Texts {
  const { code } = language;
  const number = new Intl.NumberFormat(code);
  const instant = new Intl.DateTimeFormat(code, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  // In a text from right to left, a name from left to right must not reorder the words around it.
  const bundle = new FluentBundle(code, { useIsolating: language.direction === 'rtl' });
  const [error] = bundle.addResource(new FluentResource(file));
  if (error !== undefined) throw new Error(`the texts in ${code} are not valid`, { cause: error });
  return {
    language,
    t(id, args) {
      const pattern = bundle.getMessage(id)?.value ?? null;
      if (typeof pattern === 'string') return pattern;
      if (pattern === null) return fallback?.t(id, args) ?? id;
      return bundle.formatPattern(pattern, args);
    },
    count: (count) => number.format(count),
    size(bytes) {
      let value = bytes;
      let unit = 0;
      // 1023.5 would be rounded to 1024.
      while (value >= 1_023.5 && unit < SIZE_UNITS.length - 1) {
        value /= 1_024;
        unit += 1;
      }
      const digits = unit === 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
      return new Intl.NumberFormat(code, {
        style: 'unit',
        unit: SIZE_UNITS[unit] ?? 'byte',
        unitDisplay: unit === 0 ? 'long' : 'short',
        maximumFractionDigits: digits,
      }).format(value);
    },
    hours(hours) {
      const [figure, unit] = hours % 24 === 0 ? [hours / 24, 'day'] : [hours, 'hour'];
      return new Intl.NumberFormat(code, { style: 'unit', unit, unitDisplay: 'long' }).format(figure);
    },
    time: (ms) => html`<time datetime="${timestamp(ms)}">${instant.format(ms)} UTC</time>`,
  };
}
