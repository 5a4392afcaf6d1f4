import { AppError } from './errors.ts';
import { cleanDescription, cleanLine, parseAlbumName, searchForm } from './names.ts';
import type { Plan } from './plans.ts';
import { type Expiry, parsePlanExpiry } from './time.ts';

/** Bounds of what people write about an image, in code points. */
export const TEXT_LIMITS = { title: 200, alt: 1_000, description: 5_000 } as const;
/** Tags of one image. */
export const MAX_TAGS = 50;
/** Code points of one tag. */
export const MAX_TAG_LENGTH = 50;

/** What its uploader writes about an image. */
export interface ImageTexts {
  title: string | null;
  /** What the picture shows, for readers who do not see it. */
  alt: string | null;
  /** May have several lines. */
  description: string | null;
  /** As `parseTags` returns them. */
  tags: readonly string[];
}

/**
 * Cleans a title, an alternative text or a description, as the name of a file is cleaned: NFC, no control or direction
 * characters. Only a description keeps its lines.
 * @returns null when nothing is left
 * @throws AppError INVALID_PARAMETER with `details.max_length`
 */
export function parseText(name: keyof typeof TEXT_LIMITS, given: string | null | undefined): string | null {
  const text = name === 'description' ? cleanDescription(given ?? null) : cleanLine(given ?? '') || null;
  const maxLength = TEXT_LIMITS[name];
  if (text === null || [...text].length <= maxLength) return text;
  const detail = `${name} may have ${maxLength} characters at most.`;
  throw new AppError('INVALID_PARAMETER', { detail, param: name, details: { max_length: maxLength } });
}

/**
 * The one form of a tag, which is compared and shown: NFC, lower case, single spaces inside, none outside, no control or
 * direction characters.
 */
export function tagForm(given: string): string {
  return cleanLine(given).toLowerCase().normalize('NFC').replace(/\s+/gu, ' ');
}

/**
 * Parses tags. A comma separates two tags.
 * @param given texts with any number of tags each
 * @returns each tag once, in its one form, in the given order
 * @throws AppError INVALID_PARAMETER with `details.max_tags` and `details.max_length`
 */
export function parseTags(given: readonly string[], param = 'tags'): string[] {
  const tags = new Set(given.flatMap((text) => text.split(',')).map(tagForm));
  tags.delete('');
  return requireTags([...tags], param);
}

/** @throws AppError INVALID_PARAMETER when these are more or longer tags than an image may have */
export function requireTags(tags: string[], param = 'tags'): string[] {
  if (tags.length <= MAX_TAGS && tags.every((tag) => [...tag].length <= MAX_TAG_LENGTH)) return tags;
  throw new AppError('INVALID_PARAMETER', {
    detail: `An image may have ${MAX_TAGS} tags of ${MAX_TAG_LENGTH} characters at most.`,
    param,
    details: { max_tags: MAX_TAGS, max_length: MAX_TAG_LENGTH },
  });
}

/** Names of the values that describe the images of an upload. */
export const OPTION_NAMES = [
  'album',
  'expiry',
  'expires_in',
  'expires_at',
  'title',
  'alt',
  'description',
  'tags',
] as const;

/** Limits of the options. */
export interface OptionLimits {
  /** Characters. */
  maxAlbumLength: number;
  maxExpiryHours: number;
}

/** What an uploader says about the images of one request. */
export interface GivenOptions extends ImageTexts {
  /** Name of the album, or null. */
  album: string | null;
  expiry: Expiry;
}

/**
 * Parses what an uploader says about the images, in whatever form it came: the fields of a form, the metadata of a
 * resumable upload, the members of another protocol.
 * @param values texts by name; other names are ignored; commas separate tags
 * @param plan of the caller
 * @throws AppError INVALID_ALBUM, INVALID_EXPIRY, INVALID_PARAMETER
 */
export function parseImageOptions(
  values: ReadonlyMap<string, string>,
  { maxAlbumLength, maxExpiryHours, clock }: OptionLimits & { clock: { now(): number } },
  plan: Plan,
): GivenOptions {
  const given = {
    expiry: values.get('expiry'),
    expires_in: values.get('expires_in'),
    expires_at: values.get('expires_at'),
  };
  return {
    album: parseAlbumName(values.get('album'), maxAlbumLength),
    expiry: parsePlanExpiry(given, plan, maxExpiryHours, clock.now()),
    title: parseText('title', values.get('title')),
    alt: parseText('alt', values.get('alt')),
    description: parseText('description', values.get('description')),
    tags: parseTags([values.get('tags') ?? '']),
  };
}

/** Tags as the catalog stores them: one a line; null = none. A tag has no line break. */
export function joinTags(tags: readonly string[]): string | null {
  return tags.length === 0 ? null : tags.join('\n');
}

/** @param stored of `joinTags` */
export function splitTags(stored: string | null): string[] {
  return stored === null ? [] : stored.split('\n');
}

/** What a page calls an image. */
export function titleOf({ title, filename }: { title: string | null; filename: string }): string {
  return title ?? filename;
}

/** The text in place of a picture on a page. */
export function altOf({ alt, filename }: { alt: string | null; filename: string }): string {
  return alt ?? filename;
}

/** Everything that a search for an image looks at, except its album and its format. */
export function searchTextOf(filename: string, { title, description, tags }: Omit<ImageTexts, 'alt'>): string {
  const texts = [filename, title, ...tags, description].filter((text) => text !== null);
  return searchForm(texts.join('\n'));
}
