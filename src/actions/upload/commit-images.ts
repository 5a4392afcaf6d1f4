import { findAccountCredentials } from '../../catalog/accounts/accounts.ts';
import { findOrCreateAlbum } from '../../catalog/images/albums.ts';
import { insertImage } from '../../catalog/images/images.ts';
import type { ImageRow, Tx } from '../../catalog/schema.ts';
import { isOutcomeUnknown } from '../../catalog/unknown-commit.ts';
import type { Caller } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import { hashToken, newImageId, newToken } from '../../core/ids.ts';
import { searchForm } from '../../core/names.ts';
import { expiresAt } from '../../core/time.ts';
import type { ProcessedImage } from '../../imaging/port.ts';
import { accountBytes } from './account-bytes.ts';
import { referOrDiscard, referThumbnail } from './refer-blobs.ts';
import { requireNotBlocked } from './screen-image.ts';
import { discardBlobs, keysOf, type PutImage, type StoreDeps } from './store-blobs.ts';

/** What the caller says of all images of one request. */
export interface ImageOptions {
  caller: Caller;
  album: string | null;
  expiryHours: number;
  /** What the images of an account may take together; 0 = no limit. */
  maxAccountBytes: number;
}

/** An image that is stored for good. The delete token is known only now: the catalog keeps its hash. */
export interface UploadedImage {
  id: string;
  filename: string;
  sizeBytes: number;
  width: number;
  height: number;
  format: ProcessedImage['format'];
  uploadedAt: number;
  expiresAt: number | null;
  album: string | null;
  metadataRemoved: string[];
  deleteToken: string;
  /** Only administrators see it for now. */
  quarantined: boolean;
}

/**
 * Makes images whose blobs are in the store visible: one transaction, which is the commit point.
 * Either all of them exist afterwards or none does.
 * @param alongside is done in the same transaction, so that it is true exactly if the images exist
 * @throws AppError STORAGE_QUOTA_EXCEEDED, CONTENT_BLOCKED, and what the catalog throws; the blobs are removed again unless they turn out to be referred to
 */
export async function commitImages(
  deps: StoreDeps & { blockDistance: number },
  images: readonly PutImage[],
  options: ImageOptions,
  alongside: (tx: Tx, uploaded: readonly UploadedImage[]) => Promise<void> = async () => {},
): Promise<UploadedImage[]> {
  try {
    const stored = await deps.db.transaction().execute(async (tx) => {
      const now = deps.clock.now();
      // Again, now that nothing can come in between.
      for (const { processed } of images) await requireNotBlocked(tx, processed, deps.blockDistance);
      await checkAccountBytes(tx, images, options, now);
      const albumId = await albumOf(tx, options, now);
      const uploaded: UploadedImage[] = [];
      for (const image of images) uploaded.push(await insertOne(tx, image, { ...options, albumId, now }));
      await alongside(tx, uploaded);
      return uploaded;
    });
    deps.statistics?.count('uploads', stored.length);
    deps.statistics?.count(
      'upload_bytes',
      images.reduce((sum, { original }) => sum + original.sizeBytes, 0),
    );
    return stored;
  } catch (error) {
    // What may yet turn out to be committed keeps its blobs; if it does not they are strays, which are swept.
    if (isOutcomeUnknown(error)) throw error;
    await discardBlobs(deps, images.flatMap(keysOf));
    if (await isAccountGone(deps, options.caller)) throw new AppError('INVALID_API_KEY', { cause: error });
    throw error;
  }
}

/** Whether the caller's account has been deleted since the request began. */
async function isAccountGone({ db }: StoreDeps, caller: Caller): Promise<boolean> {
  if (caller.kind !== 'account') return false;
  return (await findAccountCredentials(db, { id: caller.accountId }).catch(() => null)) === undefined;
}

/** @throws AppError STORAGE_QUOTA_EXCEEDED */
async function checkAccountBytes(
  tx: Tx,
  images: readonly PutImage[],
  { caller, maxAccountBytes }: ImageOptions,
  now: number,
): Promise<void> {
  if (caller.kind !== 'account') return;
  const add = await accountBytes(tx, caller.accountId, maxAccountBytes, now);
  add(images.reduce((sum, { original }) => sum + original.sizeBytes, 0));
}

async function albumOf(tx: Tx, { caller, album }: ImageOptions, now: number): Promise<string | null> {
  if (album === null || caller.kind !== 'account') return null;
  return findOrCreateAlbum(tx, caller.accountId, album, now);
}

async function insertOne(
  tx: Tx,
  put: PutImage,
  context: ImageOptions & { albumId: string | null; now: number },
): Promise<UploadedImage> {
  const { filename, processed, quarantine, original } = put;
  const { caller, album, albumId, now } = context;
  const originalKey = await referOrDiscard(tx, original, now);
  const deleteToken = newToken('delete-token');
  const row: ImageRow = {
    id: newImageId(),
    account_id: caller.kind === 'account' ? caller.accountId : null,
    key_id: caller.kind === 'account' ? caller.keyId : null,
    album_id: albumId,
    album_label: albumId === null ? album : null,
    filename,
    search_name: searchForm(filename),
    size_bytes: processed.original.sizeBytes,
    format: processed.format,
    width: processed.width,
    height: processed.height,
    frames: processed.frames,
    has_alpha: processed.hasAlpha ? 1 : 0,
    metadata_removed: processed.removed.join(' '),
    original_key: originalKey,
    ...(await referThumbnail(tx, put, originalKey, now)),
    uploaded_at: now,
    expires_at: expiresAt(now, context.expiryHours),
    delete_token_hash: hashToken(deleteToken),
    views: 0,
    uploaded_sha256: processed.uploadedSha256,
    perceptual_hash: processed.perceptualHash,
    quarantined_at: quarantine === null ? null : now,
    quarantine_cause: quarantine?.cause ?? null,
    quarantine_reason: quarantine?.reason ?? null,
  };
  await insertImage(tx, row);
  return {
    id: row.id,
    filename,
    sizeBytes: processed.original.sizeBytes,
    width: row.width,
    height: row.height,
    format: processed.format,
    uploadedAt: now,
    expiresAt: row.expires_at,
    album,
    metadataRemoved: processed.removed,
    deleteToken,
    quarantined: quarantine !== null,
  };
}
