import { findLanguage, LANGUAGE_COOKIE, type Language } from '../../../src/core/languages.ts';

/** The cookie lasts a year and is also read by the server, for its pages. */
const COOKIE_SECONDS = 365 * 86_400;

/** The language of this visit. It changes with the next page load. */
export const language: Language = findLanguage([chosenLanguage() ?? '', ...navigator.languages]);

/** The locale of dates and numbers: the visitor's own variant of the language, such as `en-GB`. */
export const LOCALE: string =
  navigator.languages.find((code) => code.toLowerCase().split('-')[0] === language.code) ?? language.code;

/** The language that the visitor has chosen in this browser; undefined if the browser's languages decide. */
export function chosenLanguage(): string | undefined {
  return document.cookie
    .split('; ')
    .find((one) => one.startsWith(`${LANGUAGE_COOKIE}=`))
    ?.slice(LANGUAGE_COOKIE.length + 1);
}

/** Chooses a language and loads the page again. @param code undefined: the browser's languages decide again */
export function chooseLanguage(code: string | undefined): void {
  storeLanguage(code);
  location.reload();
}

/** Stores the choice for the next page load. */
export function storeLanguage(code: string | undefined): void {
  const seconds = code === undefined ? 0 : COOKIE_SECONDS;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API lacks in browsers that are supported
  document.cookie = `${LANGUAGE_COOKIE}=${code ?? ''}; path=/; max-age=${seconds}; samesite=lax`;
}

/** Tells the browser, screen readers and style sheets the language. */
export function applyLanguage(): void {
  document.documentElement.lang = language.code;
  document.documentElement.dir = language.direction;
}
