import { isAccountGone, lockAccount } from '../../catalog/accounts/accounts.ts';
import { takeUploads } from '../../catalog/accounts/tickets.ts';
import { addGarbage, addReference, deduplicateBlob, type NewBlob } from '../../catalog/blobs/blobs.ts';
import { findThumbnailOf, type ThumbnailColumns } from '../../catalog/blobs/thumbnails.ts';
import { findOrCreateAlbum } from '../../catalog/images/albums.ts';
import { insertImage, storageOf, UNTOUCHED } from '../../catalog/images/images.ts';
import { requireNotBlocked } from '../../catalog/moderation/blocks.ts';
import { insertUploader } from '../../catalog/moderation/uploaders.ts';
import type { Db, ImageRow, Tx } from '../../catalog/schema.ts';
import { isOutcomeUnknown } from '../../catalog/unknown-commit.ts';
import type { Caller, UploadTicket } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import type { InputFormat } from '../../core/formats.ts';
import { hashToken, newImageId, newToken } from '../../core/ids.ts';
import { type GivenOptions, joinTags, searchTextOf } from '../../core/image-texts.ts';
import type { CountOfAccount, CountStatistic } from '../../core/statistics.ts';
import { expiresAt } from '../../core/time.ts';
import type { Clock } from '../../lib/clock.ts';
import type { UploaderHash } from '../moderation/create-uploader-hash.ts';
import type { ServiceStorage } from './create-service-storage.ts';
import type { PendingBlobs, StoredBlobs } from './store-blobs.ts';

export interface CommitDeps {
  db: Db;
  clock: Clock;
  blockDistance: number;
  /** For all images of one account; 0 = no limit. */
  maxAccountBytes: number;
  /** undefined = the service has no limit of its own. */
  serviceStorage?: ServiceStorage | undefined;
  statistics: { count: CountStatistic; countOfAccount: CountOfAccount };
  /** undefined = nothing is kept about the network of anonymous uploaders. */
  uploaderHash?: UploaderHash | undefined;
}

/** What all images of one request share. */
export interface ImageOptions extends GivenOptions {
  caller: Caller;
  /** Facts of images that existed before at another host. */
  origin?: ImageOrigin | undefined;
}

/** What an imported image keeps from its former host. */
export interface ImageOrigin {
  uploadedAt: number;
  views: number;
  /** Hex SHA-256 of a delete token that its holder keeps; undefined = a new one. */
  deleteTokenHash?: string | undefined;
}

/** An image that exists from now on. */
export interface Image extends ImageRow {
  album: string | null;
  /** The catalog keeps only its hash. */
  deleteToken: string;
  /** Format of the uploaded file. */
  sourceFormat: InputFormat;
}

/**
 * Makes stored images visible in one transaction, the commit point: afterwards all of them exist, or none.
 * @param alongside runs in the same transaction
 * @throws AppError CONTENT_BLOCKED, STORAGE_FULL, STORAGE_QUOTA_EXCEEDED, TICKET_USED_UP, INVALID_TICKET where the ticket was revoked
 *   during the upload, INVALID_API_KEY where the account was deleted during it; errors of the catalog
 */
export async function commitImages(
  deps: CommitDeps,
  pending: Pick<PendingBlobs, 'commit'>,
  stored: readonly StoredBlobs[],
  options: ImageOptions,
  alongside: (tx: Tx, images: readonly Image[]) => Promise<void>,
): Promise<void> {
  const blobs = stored.flatMap(({ original, thumbnail }) => (thumbnail === null ? original : [original, thumbnail]));
  const { caller } = options;
  await deps.serviceStorage?.check(totalBytes(stored));
  const uploader = caller.kind === 'account' ? undefined : await deps.uploaderHash?.of(caller.address);
  try {
    await pending.commit(blobs, async (tx) => {
      const now = deps.clock.now();
      const albumId = await enterAccount(tx, deps, stored, options, now);
      // A block may have been added since the screening.
      for (const { fingerprints } of stored) await requireNotBlocked(tx, fingerprints, deps.blockDistance);
      const images: Image[] = [];
      for (const one of stored) images.push(await insertOne(tx, one, { ...options, albumId, now }));
      if (uploader !== undefined) {
        for (const { id } of images) await insertUploader(tx, { image_id: id, ...uploader, uploaded_at: now });
      }
      await alongside(tx, images);
    });
  } catch (error) {
    if (isOutcomeUnknown(error) || caller.kind !== 'account') throw error;
    if (await isAccountGone(deps.db, caller.accountId)) throw new AppError('INVALID_API_KEY', { cause: error });
    throw error;
  }
  deps.serviceStorage?.add(totalBytes(stored));
  deps.statistics.count('uploads', stored.length);
  deps.statistics.count('upload_bytes', totalBytes(stored));
  if (options.caller.kind !== 'account') return;
  deps.statistics.countOfAccount(options.caller.accountId, 'uploads', stored.length);
  deps.statistics.countOfAccount(options.caller.accountId, 'bytes', totalBytes(stored));
}

/**
 * Checks the limits of the account and of its ticket.
 * @returns the id of the images' album, or null
 * @throws AppError STORAGE_QUOTA_EXCEEDED, TICKET_USED_UP, INVALID_TICKET
 */
async function enterAccount(
  tx: Tx,
  { maxAccountBytes }: CommitDeps,
  blobs: readonly StoredBlobs[],
  { caller, album }: ImageOptions,
  now: number,
): Promise<string | null> {
  if (caller.kind !== 'account') return null;
  if (caller.ticket !== undefined && blobs.length > 0) await takeFromTicket(tx, caller.ticket, blobs.length);
  const maxBytes = caller.plan.storageBytes ?? maxAccountBytes;
  const addBytes = await accountBytes(tx, caller.accountId, maxBytes, now);
  addBytes(totalBytes(blobs));
  return album === null ? null : findOrCreateAlbum(tx, caller.accountId, album, now);
}

async function takeFromTicket(tx: Tx, { id, uploads }: UploadTicket, count: number): Promise<void> {
  const outcome = await takeUploads(tx, id, count);
  if (outcome === 'ended') throw new AppError('INVALID_TICKET', { detail: 'It was revoked during the upload.' });
  if (outcome === 'used-up') throw new AppError('TICKET_USED_UP', { details: { uploads } });
}

/**
 * Locks an account for the transaction, so that parallel requests cannot exceed its limit together.
 * @param maxAccountBytes for all its images; 0 = no limit
 * @returns adds bytes to the account's, or throws AppError STORAGE_QUOTA_EXCEEDED
 */
export async function accountBytes(
  tx: Tx,
  accountId: string,
  maxAccountBytes: number,
  now: number,
): Promise<(addedBytes: number) => void> {
  if (maxAccountBytes === 0) return () => {};
  await lockAccount(tx, accountId);
  let { bytes } = await storageOf(tx, accountId, now);
  return (addedBytes) => {
    if (bytes + addedBytes > maxAccountBytes) {
      throw new AppError('STORAGE_QUOTA_EXCEEDED', { details: { limit_bytes: maxAccountBytes, used_bytes: bytes } });
    }
    bytes += addedBytes;
  };
}

function totalBytes(blobs: readonly StoredBlobs[]): number {
  return blobs.reduce((sum, { original }) => sum + original.sizeBytes, 0);
}

async function insertOne(
  tx: Tx,
  stored: StoredBlobs,
  { caller, album, albumId, expiry, origin, now, ...texts }: ImageOptions & { albumId: string | null; now: number },
): Promise<Image> {
  const { filename, image, quarantine } = stored;
  const originalKey = await referBlob(tx, stored.original, now);
  const deleteToken = newToken('delete-token');
  const row: ImageRow = {
    ...UNTOUCHED,
    id: newImageId(),
    account_id: caller.kind === 'account' ? caller.accountId : null,
    key_id: caller.kind === 'account' ? caller.keyId : null,
    album_id: albumId,
    album_label: albumId === null ? album : null,
    filename,
    search_name: searchTextOf(filename, texts),
    size_bytes: image.original.sizeBytes,
    format: image.format,
    width: image.width,
    height: image.height,
    frames: image.frames,
    has_alpha: image.hasAlpha ? 1 : 0,
    metadata_removed: image.removed.join(' '),
    original_key: originalKey,
    ...(await referThumbnail(tx, stored, originalKey, now)),
    uploaded_at: origin?.uploadedAt ?? now,
    expires_at: expiresAt(now, expiry),
    delete_token_hash: origin?.deleteTokenHash ?? hashToken(deleteToken),
    views: origin?.views ?? 0,
    uploaded_sha256: image.uploadedSha256,
    perceptual_hash: image.perceptualHash,
    quarantined_at: quarantine === null ? null : now,
    quarantine_cause: quarantine?.cause ?? null,
    quarantine_reason: quarantine?.reason ?? null,
    title: texts.title,
    alt: texts.alt,
    description: texts.description,
    tags: joinTags(texts.tags),
  };
  await insertImage(tx, row);
  return { ...row, album, deleteToken, sourceFormat: image.sourceFormat };
}

/** Refers to a stored blob, or to an earlier blob with the same content; the stored one is then garbage. @returns the key */
async function referBlob(tx: Tx, blob: NewBlob, now: number): Promise<string> {
  const key = await deduplicateBlob(tx, blob);
  if (key !== blob.key) await addGarbage(tx, [blob.key], now);
  return key;
}

/**
 * Refers to the thumbnail of an image. Where it is made later, the image shares the thumbnail of an earlier image with
 * the same original; without one it refers to its original in the thumbnail's place.
 */
async function referThumbnail(
  tx: Tx,
  { image, original, thumbnail }: StoredBlobs,
  originalKey: string,
  now: number,
): Promise<ThumbnailColumns> {
  const isDuplicate = originalKey !== original.key;
  const earlier = thumbnail === null && isDuplicate ? await findThumbnailOf(tx, originalKey) : undefined;
  if (earlier !== undefined) {
    await addReference(tx, earlier.thumbnail_key);
    return earlier;
  }
  if (thumbnail === null) await addReference(tx, originalKey);
  return {
    thumbnail_key: thumbnail === null ? originalKey : await referBlob(tx, thumbnail, now),
    thumbnail_format: image.thumbnail.format,
    thumbnail_width: image.thumbnail.width,
    thumbnail_height: image.thumbnail.height,
    thumbnail_state: thumbnail === null ? 'pending' : 'made',
    thumbnail_fault: null,
  };
}
