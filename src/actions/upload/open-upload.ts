import { createHmac } from 'node:crypto';
import type { BlobStore } from '../../blobs/port.ts';
import { storageOf } from '../../catalog/images/images.ts';
import { announcedBytes, endUpload, insertUpload, unfinishedOf } from '../../catalog/operations/resumable-uploads.ts';
import type { Db } from '../../catalog/schema.ts';
import { type Caller, quotaKey } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import { hashToken } from '../../core/ids.ts';
import { type OptionLimits, parseImageOptions } from '../../core/image-texts.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ServiceStorage } from './create-service-storage.ts';
import { fileTooLarge } from './receive-file.ts';
import { freeBytes } from './require-free-space.ts';

const FULL_RETRY_AFTER_SECONDS = 60;
const HOUR_MS = 3_600_000;

export interface OpenUploadDeps extends OptionLimits {
  db: Db;
  clock: Clock;
  blobs: BlobStore;
  tempDir: string;
  minFreeBytes: number;
  maxAccountBytes: number;
  /** undefined = the service has no limit of its own. */
  serviceStorage?: ServiceStorage | undefined;
  /** Hours until an unfinished upload expires. */
  resumableHours: number;
  /** Unfinished uploads of one caller. */
  resumableUploads: number;
  /** Bytes that the unfinished uploads of one caller may take together; a single one may always have the plan's size. */
  resumableBytes: number;
  /** Key of the hashes that stand for callers. */
  uploadSecret: Buffer;
}

/** What a client says about a resumable upload. */
export interface NewUpload {
  id: string;
  lengthBytes: number;
  /** By name; null = without a value. */
  metadata: Readonly<Record<string, string | null>>;
  /** The request that may store its first parts. */
  lock: string;
}

/**
 * Records a resumable upload, and checks at once what its end would be refused for.
 * @returns when it expires, in Unix milliseconds
 * @throws AppError EMPTY_FILE, FILE_TOO_LARGE, STORAGE_QUOTA_EXCEEDED, STORAGE_FULL, TOO_MANY_UPLOADS, STORAGE_UNAVAILABLE, and the errors
 *   of `parseImageOptions`
 */
export async function openUpload(deps: OpenUploadDeps, caller: Caller, upload: NewUpload): Promise<number> {
  const { lengthBytes, metadata } = upload;
  if (lengthBytes === 0) throw new AppError('EMPTY_FILE');
  if (lengthBytes > caller.plan.maxFileBytes) throw fileTooLarge(caller.plan);
  parseImageOptions(imageValues(metadata), deps, caller.plan);
  await requireQuota(deps, caller, lengthBytes);
  await deps.serviceStorage?.check(lengthBytes);
  await requireRoom(deps, lengthBytes);
  const now = deps.clock.now();
  const expiresAt = now + deps.resumableHours * HOUR_MS;
  const key = createHmac('sha256', deps.uploadSecret).update(quotaKey(caller)).digest('hex');
  const idHash = hashToken(upload.id);
  await insertUpload(deps.db, {
    id_hash: idHash,
    account_id: caller.kind === 'account' ? caller.accountId : null,
    caller: key,
    metadata: JSON.stringify(metadata),
    length_bytes: lengthBytes,
    offset_bytes: 0,
    parts: 0,
    state: 'open',
    lock: upload.lock,
    lease_until: 0,
    image_id: null,
    answer: null,
    created_at: now,
    expires_at: expiresAt,
  });
  // Counted after the insertion, so that requests at the same time cannot exceed the bound together.
  const { uploads, bytes } = await unfinishedOf(deps.db, key, now);
  if (uploads > deps.resumableUploads || (uploads > 1 && bytes > deps.resumableBytes)) {
    await endUpload(deps.db, idHash, now);
    throw new AppError('TOO_MANY_UPLOADS', {
      detail: 'Finish or delete others first.',
      details: { limit_uploads: deps.resumableUploads, limit_bytes: deps.resumableBytes },
    });
  }
  return expiresAt;
}

/** The values of the metadata that describe the image, for `parseImageOptions`. */
export function imageValues(metadata: NewUpload['metadata']): Map<string, string> {
  return new Map(Object.entries(metadata).map(([name, value]) => [name, value ?? '']));
}

/** @throws AppError STORAGE_QUOTA_EXCEEDED for an upload that does not fit now; its end checks it again */
async function requireQuota({ db, clock, maxAccountBytes }: OpenUploadDeps, caller: Caller, lengthBytes: number) {
  if (caller.kind !== 'account') return;
  const maxBytes = caller.plan.storageBytes ?? maxAccountBytes;
  if (maxBytes === 0) return;
  const { bytes } = await storageOf(db, caller.accountId, clock.now());
  if (bytes + lengthBytes <= maxBytes) return;
  throw new AppError('STORAGE_QUOTA_EXCEEDED', { details: { limit_bytes: maxBytes, used_bytes: bytes } });
}

/** Reserves space for what unfinished uploads have announced. @throws AppError STORAGE_UNAVAILABLE */
async function requireRoom(deps: OpenUploadDeps, lengthBytes: number): Promise<void> {
  if (deps.minFreeBytes === 0) return;
  const announced = await announcedBytes(deps.db, deps.clock.now());
  if ((await freeBytes(deps)) - announced - lengthBytes >= deps.minFreeBytes) return;
  throw new AppError('STORAGE_UNAVAILABLE', {
    detail: 'The storage is full.',
    retryAfterSeconds: FULL_RETRY_AFTER_SECONDS,
  });
}
