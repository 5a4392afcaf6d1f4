import { findOrCreateAlbum } from '../../catalog/images/albums.ts';
import { findImages } from '../../catalog/images/image-lists.ts';
import { updateImage } from '../../catalog/images/images.ts';
import type { Removals } from '../../catalog/images/removals.ts';
import { lockTexts } from '../../catalog/images/tags.ts';
import type { Db, ImageRow, Tx } from '../../catalog/schema.ts';
import type { AccountCaller } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import { FORMATS } from '../../core/formats.ts';
import { joinTags, requireTags, searchTextOf, splitTags } from '../../core/image-texts.ts';
import { cleanFilename } from '../../core/names.ts';
import { covers } from '../../core/scopes.ts';
import { type Expiry, expiresAt } from '../../core/time.ts';
import type { Clock } from '../../lib/clock.ts';
import { forEachImage, type ImageOutcome, withImages } from './for-each-image.ts';
import { auditAsAdmin, getImage, requireKeptImage, requireMaySee, type VisibleImage } from './get-image.ts';

interface ChangeDeps {
  db: Db;
  clock: Clock;
  removals: Removals;
}

/** Changes of an image; undefined keeps the current value. */
export interface ImageChange {
  /** Name of the album to move the image to, created when it does not exist; null = no album. */
  album?: string | null | undefined;
  filename?: string | undefined;
  /** From now on; null = never. */
  expiry?: Expiry | undefined;
  title?: string | null | undefined;
  alt?: string | null | undefined;
  description?: string | null | undefined;
  /** Replaces the tags. */
  tags?: readonly string[] | undefined;
  addTags?: readonly string[] | undefined;
  removeTags?: readonly string[] | undefined;
}

/** A change that suits several images at once. */
export type SharedChange = Omit<ImageChange, 'filename' | 'title' | 'alt' | 'description'>;

/**
 * Changes an image of the caller's account; administrators may change any image.
 * @returns the changed image as the caller sees it
 * @throws AppError IMAGE_NOT_FOUND, FORBIDDEN; INVALID_PARAMETER for more tags than an image may have
 */
export async function changeImage(
  deps: ChangeDeps,
  id: string,
  change: ImageChange,
  caller: AccountCaller,
): Promise<VisibleImage> {
  const image = await requireKeptImage(deps, id);
  await deps.db.transaction().execute((tx) => applyChange(deps, tx, image, change, caller));
  return getImage(deps, id, caller);
}

/** Makes the same change to several images. The errors of an outcome are those of `changeImage`. */
export async function changeImages(
  deps: ChangeDeps,
  ids: readonly string[],
  change: SharedChange,
  caller: AccountCaller,
): Promise<ImageOutcome<VisibleImage>[]> {
  const outcomes = await forEachImage(deps, ids, findImages, (tx, image) =>
    applyChange(deps, tx, image, change, caller),
  );
  return withImages(deps, outcomes, caller);
}

/** The columns on which a change depends. */
type ChangedImage = Pick<
  ImageRow,
  'id' | 'account_id' | 'format' | 'expires_at' | 'quarantined_at' | 'filename' | 'title' | 'alt' | 'description'
>;

/** @throws AppError IMAGE_NOT_FOUND when the image is in quarantine or has been deleted, FORBIDDEN, INVALID_PARAMETER */
async function applyChange(
  { clock, removals }: ChangeDeps,
  tx: Tx,
  image: ChangedImage,
  change: ImageChange,
  caller: AccountCaller,
): Promise<void> {
  requireMaySee(image, caller);
  const isOwner = image.account_id === caller.accountId;
  if (!isOwner && !covers(caller.grants, 'admin')) throw new AppError('FORBIDDEN');
  const now = clock.now();
  const values = await valuesOf(tx, image, change, now);
  if (Object.keys(values).length > 0) {
    if (!(await updateImage(tx, image.id, values, now))) throw new AppError('IMAGE_NOT_FOUND');
    if (outdatesCopies(image, values)) await removals.purgeCopies(tx, [image.id], 'change', now);
  }
  await auditAsAdmin(tx, caller, image, 'image.change', { ...change }, now);
}

async function valuesOf(tx: Tx, image: ChangedImage, change: ImageChange, now: number): Promise<Partial<ImageRow>> {
  const { album, expiry, alt } = change;
  const values: Partial<ImageRow> = await searchedValues(tx, image, change);
  if (album !== undefined) {
    const accountId = image.account_id;
    const hasAlbum = accountId !== null && album !== null;
    values.album_id = hasAlbum ? await findOrCreateAlbum(tx, accountId, album, now) : null;
    // Anonymous images have a label instead of an album.
    values.album_label = accountId === null ? album : null;
  }
  if (expiry !== undefined) values.expires_at = expiresAt(now, expiry);
  if (alt !== undefined) values.alt = alt;
  return values;
}

/** The columns that a search looks at. Concurrent changes of these in one image wait for each other. */
async function searchedValues(
  tx: Tx,
  { id, format }: ChangedImage,
  { filename, title, description, tags, addTags = [], removeTags = [] }: ImageChange,
): Promise<Partial<ImageRow>> {
  const values: Partial<ImageRow> = {};
  if (filename !== undefined) values.filename = cleanFilename(filename, FORMATS[format].extension);
  if (title !== undefined) values.title = title;
  if (description !== undefined) values.description = description;
  const changesTags = tags !== undefined || addTags.length + removeTags.length > 0;
  if (!changesTags && Object.keys(values).length === 0) return values;
  const current = await lockTexts(tx, id);
  if (current === undefined) throw new AppError('IMAGE_NOT_FOUND');
  const wanted = new Set([...(tags ?? splitTags(current.tags)), ...addTags]);
  for (const tag of removeTags) wanted.delete(tag);
  const stored = joinTags(requireTags([...wanted], 'add_tags'));
  if (stored !== current.tags) values.tags = stored;
  const texts = { ...current, ...values };
  values.search_name = searchTextOf(texts.filename, { ...texts, tags: [...wanted] });
  return values;
}

/** What pages and file names at an edge show of an image. */
const SHOWN = ['filename', 'title', 'alt', 'description'] as const;

/** Whether copies at the edge show an old text, or have an expiry later than the new one. */
function outdatesCopies(image: ChangedImage, values: Partial<ImageRow>): boolean {
  const { expires_at: expiresAt = image.expires_at } = values;
  const isSooner = expiresAt !== null && expiresAt < (image.expires_at ?? Number.POSITIVE_INFINITY);
  return isSooner || SHOWN.some((name) => values[name] !== undefined && values[name] !== image[name]);
}
