import { createHmac, timingSafeEqual } from 'node:crypto';
import { type AlbumTotals, type CoveredAlbum, findPublicAlbum } from '../../catalog/images/albums.ts';
import { findImages, type ListedImage, listImages } from '../../catalog/images/image-lists.ts';
import type { ImageRecord } from '../../catalog/images/images.ts';
import type { Db } from '../../catalog/schema.ts';
import { type Page, readPage } from '../../core/cursor.ts';
import { AppError } from '../../core/errors.ts';
import { isAlbumToken } from '../../core/ids.ts';
import type { PasswordCheck } from '../../identity/password-hash.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Windows } from '../../limits/windows.ts';
import { requireImage } from '../images/get-image.ts';
import type { PublicTotals } from './public-totals.ts';

export interface PublicAlbumDeps {
  db: Db;
  clock: Clock;
  /** Authenticates the proofs of readers who know a password; the same in all processes. */
  albumSecret: Uint8Array;
}

/** Who opens the link of an album. */
export interface Visit {
  token: string;
  /** From `unlockAlbum`; undefined for a reader who has not given the password. */
  proof?: string | undefined;
}

/** A public album and the token of its link. */
export interface PublicAlbum {
  album: CoveredAlbum;
  token: string;
  /** Of large albums up to a minute old. */
  totals: AlbumTotals;
}

/** An image of a public album with its neighbours, newest first. */
export interface PublicImage extends Omit<PublicAlbum, 'totals'> {
  image: ImageRecord;
  previousId: string | null;
  nextId: string | null;
  /** The image of `nextId`, for browsers to load ahead. */
  next: ListedImage | undefined;
}

/**
 * One page of a public album, newest images first.
 * @throws AppError INVALID_CURSOR, and as `requirePublicAlbum`
 */
export async function openPublicAlbum(
  deps: PublicAlbumDeps & { cursorSecret: Uint8Array; publicTotals: PublicTotals },
  visit: Visit,
  limit: number,
  cursor: string | undefined,
): Promise<PublicAlbum & Page<ListedImage>> {
  const { db, clock, cursorSecret: secret } = deps;
  const { token } = visit;
  const album = await requirePublicAlbum(deps, visit);
  const now = clock.now();
  const { items, nextCursor } = await readPage(
    { secret, scope: ['public album', token], limit, cursor },
    (after, count) => listImages(db, { ...publicImagesOf(album), order: 'newest' }, after, now, count),
    (image) => image,
  );
  const ids = items.map(({ id }) => id);
  const [shown, totals] = [await findImages(db, ids, now), await deps.publicTotals(album)];
  return { album, token, totals, items: shown, nextCursor };
}

/** @throws AppError IMAGE_NOT_FOUND also for images outside the album; and as `requirePublicAlbum` */
export async function openPublicImage(deps: PublicAlbumDeps, visit: Visit, id: string): Promise<PublicImage> {
  const album = await requirePublicAlbum(deps, visit);
  const image = await requireImage(deps, id);
  if (image.album_id !== album.id) throw new AppError('IMAGE_NOT_FOUND');
  const position = { value: image.uploaded_at, id };
  const now = deps.clock.now();
  const [older] = await listImages(deps.db, { ...publicImagesOf(album), order: 'newest' }, position, now, 1);
  const [newer] = await listImages(deps.db, { ...publicImagesOf(album), order: 'oldest' }, position, now, 1);
  const [next] = older === undefined ? [] : await findImages(deps.db, [older.id], now);
  return { album, token: visit.token, image, previousId: newer?.id ?? null, nextId: older?.id ?? null, next };
}

/**
 * The album of a link.
 * @throws AppError ALBUM_NOT_FOUND when no album has this token, ALBUM_ENDED after the end of the link, ALBUM_LOCKED
 *   without a valid proof of its password
 */
export async function requirePublicAlbum(deps: PublicAlbumDeps, { token, proof }: Visit): Promise<CoveredAlbum> {
  const album = await requireShared(deps, token);
  if (album.share_password_hash !== null && !isProven(deps, album, proof)) throw new AppError('ALBUM_LOCKED');
  return album;
}

async function requireShared({ db, clock }: PublicAlbumDeps, token: string): Promise<CoveredAlbum> {
  const now = clock.now();
  const album = isAlbumToken(token) ? await findPublicAlbum(db, token, now) : undefined;
  if (album === undefined) throw new AppError('ALBUM_NOT_FOUND');
  if (album.share_expires_at !== null && album.share_expires_at <= now) throw new AppError('ALBUM_ENDED');
  return album;
}

/** Selects the images that readers of an album see. */
export function publicImagesOf(album: CoveredAlbum): { accountId: string; albumId: string; shownOnly: true } {
  return { accountId: album.account_id, albumId: album.id, shownOnly: true };
}

const PROOF_MS = 86_400_000;

/**
 * Compares the password of an album.
 * @param address of the reader, for the bound of wrong passwords
 * @returns a proof for `Visit` with the instant at which it ends; it ends at once when the password changes. undefined
 *   where the album has no password
 * @throws AppError ALBUM_NOT_FOUND, ALBUM_ENDED; ALBUM_LOCKED for a wrong password; TOO_MANY_ATTEMPTS;
 *   SERVICE_UNAVAILABLE when too many passwords wait to be compared
 */
export async function unlockAlbum(
  deps: PublicAlbumDeps & { windows: Pick<Windows, 'albumPasswords'>; checkPassword: PasswordCheck },
  token: string,
  { password, address }: { password: string; address: string },
): Promise<{ proof: string; expiresAt: number } | undefined> {
  const album = await requireShared(deps, token);
  if (album.share_password_hash === null) return undefined;
  const { albumPasswords } = deps.windows;
  // Counted before the comparison, because many may run at once, and taken back unless the password was wrong.
  await albumPasswords.count({ address });
  let isWrong = false;
  try {
    await albumPasswords.count({ album: album.id });
    try {
      isWrong = !(await deps.checkPassword(album.share_password_hash, password));
    } finally {
      if (!isWrong) await albumPasswords.giveBack({ album: album.id });
    }
  } finally {
    if (!isWrong) await albumPasswords.giveBack({ address });
  }
  if (isWrong) throw new AppError('ALBUM_LOCKED');
  const expiresAt = Math.min(deps.clock.now() + PROOF_MS, album.share_expires_at ?? Number.POSITIVE_INFINITY);
  return { proof: `${expiresAt}.${macOf(deps, album, expiresAt)}`, expiresAt };
}

function isProven(deps: PublicAlbumDeps, album: CoveredAlbum, proof = ''): boolean {
  const [expiresAt = '', mac = ''] = proof.split('.');
  const [given, wanted] = [Buffer.from(mac), Buffer.from(macOf(deps, album, Number(expiresAt)))];
  const isGenuine = given.length === wanted.length && timingSafeEqual(given, wanted);
  return isGenuine && Number(expiresAt) > deps.clock.now();
}

/** The hash is part of it, so that another password, even the same one set again, ends all proofs. */
function macOf({ albumSecret }: PublicAlbumDeps, album: CoveredAlbum, expiresAt: number): string {
  const text = JSON.stringify([album.id, album.public_token, album.share_password_hash, expiresAt]);
  return createHmac('sha256', albumSecret).update(text).digest('base64url');
}
