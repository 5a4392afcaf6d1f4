import { parseTags, parseText } from '../../core/image-texts.ts';
import { parseAlbumName } from '../../core/names.ts';
import type { Plan } from '../../core/plans.ts';
import { parsePlanExpiry } from '../../core/time.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ImageOptions } from './commit-images.ts';

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

/**
 * Parses what an uploader says about the images, in whatever form it came: the fields of a form, the metadata of a
 * resumable upload, the members of another protocol.
 * @param values texts by name; other names are ignored. Commas separate tags
 * @param plan of the caller
 * @throws AppError INVALID_ALBUM, INVALID_EXPIRY, INVALID_PARAMETER
 */
export function parseImageOptions(
  values: ReadonlyMap<string, string>,
  { maxAlbumLength, maxExpiryHours, clock }: OptionLimits & { clock: Clock },
  plan: Plan,
): Omit<ImageOptions, 'caller'> {
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
