/** A language of the web application and the pages. */
export interface Language {
  /** BCP 47. */
  code: string;
  /** In the language itself. */
  name: string;
  direction: 'ltr' | 'rtl';
}

/** The first one is the default. */
export const LANGUAGES: readonly [Language, ...Language[]] = [
  { code: 'en', name: 'English', direction: 'ltr' },
  { code: 'ar', name: 'العربية', direction: 'rtl' },
  { code: 'de', name: 'Deutsch', direction: 'ltr' },
  { code: 'es', name: 'Español', direction: 'ltr' },
  { code: 'fr', name: 'Français', direction: 'ltr' },
  { code: 'ja', name: '日本語', direction: 'ltr' },
  { code: 'pt', name: 'Português', direction: 'ltr' },
  { code: 'zh', name: '中文', direction: 'ltr' },
];

/** Name of the cookie with the code of the chosen language. Without it, the browser's languages decide. */
export const LANGUAGE_COOKIE = 'imgd-language';

/**
 * The first wanted language that exists, by its primary subtag: `pt-BR` finds `pt`.
 * @param wanted BCP 47 codes, the most wanted first
 */
export function findLanguage(wanted: readonly string[]): Language {
  for (const code of wanted) {
    const [primary] = code.toLowerCase().split('-');
    const found = LANGUAGES.find((one) => one.code === primary);
    if (found !== undefined) return found;
  }
  return LANGUAGES[0];
}
