import type { Links } from './links.ts';

/** Colour themes of the web application; `system` follows the operating system. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** The links that the upload page can copy. */
export const LINK_NAMES = [
  'direct',
  'view_page',
  'thumbnail',
  'markdown',
  'html',
  'bbcode',
] as const satisfies readonly (keyof Links)[];

/** A language tag (BCP 47). One that the application does not have counts as none there. */
export const LANGUAGE_TAG = '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,3}$';

/**
 * What the owner of an account, or the visitor of a browser, has chosen; null = nothing, so that the application decides.
 * Accounts and browsers store this shape as JSON.
 */
export interface Preferences {
  link_format: (typeof LINK_NAMES)[number] | null;
  /** Whether the link is copied after the upload of a single file. */
  copy_after_upload: boolean | null;
  /** Name of the album of new uploads. */
  album: string | null;
  /** Hours until new uploads expire; 0 = never. */
  expiry: number | null;
  language: string | null;
  theme: Theme | null;
}

const IS_VALID: { readonly [K in keyof Preferences]: (value: unknown) => boolean } = {
  link_format: (value) => LINK_NAMES.some((name) => name === value),
  copy_after_upload: (value) => typeof value === 'boolean',
  album: (value) => typeof value === 'string' && value !== '',
  expiry: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  language: (value) => typeof value === 'string' && new RegExp(LANGUAGE_TAG).test(value),
  theme: (value) => THEMES.some((theme) => theme === value),
};

/** Reads stored preferences. What is absent, or was valid in another version only, becomes null. */
export function readPreferences(json: string | null): Preferences {
  const stored = parseObject(json);
  const names = Object.keys(IS_VALID) as (keyof Preferences)[];
  const entries = names.map((name) => [name, IS_VALID[name](stored[name]) ? stored[name] : null]);
  return Object.fromEntries(entries) as unknown as Preferences;
}

function parseObject(json: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
