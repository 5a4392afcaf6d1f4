import { setTimeout as sleep } from 'node:timers/promises';
import { findUpload, lockUpload } from '../../catalog/operations/resumable-uploads.ts';
import type { Db, UploadRow } from '../../catalog/schema.ts';
import type { Caller } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import { hashToken, tokenKind } from '../../core/ids.ts';
import type { Clock } from '../../lib/clock.ts';

const POLL_MS = 250;
const RETRY_AFTER_SECONDS = 2;

interface HoldDeps {
  db: Db;
  clock: Clock;
}

/**
 * The upload with an id, for those who may know of it: its account, or everybody with the id of an anonymous one.
 * @throws AppError UPLOAD_NOT_FOUND
 */
export async function findOwnUpload({ db, clock }: HoldDeps, id: string, caller: Caller): Promise<UploadRow> {
  const row = tokenKind(id) === 'upload' ? await findUpload(db, hashToken(id), clock.now()) : undefined;
  if (row === undefined || row.account_id !== (caller.kind === 'account' ? caller.accountId : null)) {
    throw new AppError('UPLOAD_NOT_FOUND');
  }
  return row;
}

/**
 * Takes an upload over for a request: an earlier request, which may be a dead connection, can store nothing any more.
 * Waits while another request makes the image.
 * @param lock names the request
 * @param maxWaitMs how long
 * @returns the upload; only an open one is held
 * @throws AppError UPLOAD_NOT_FOUND, UPLOAD_LOCKED
 */
export async function holdUpload(
  deps: HoldDeps,
  id: string,
  caller: Caller,
  lock: string,
  maxWaitMs: number,
): Promise<UploadRow> {
  await findOwnUpload(deps, id, caller);
  const deadline = performance.now() + maxWaitMs;
  for (;;) {
    const row = await lockUpload(deps.db, hashToken(id), lock, deps.clock.now());
    if (row === undefined) throw new AppError('UPLOAD_NOT_FOUND');
    if (row !== 'finishing') return row;
    if (performance.now() > deadline) throw uploadLocked();
    await sleep(POLL_MS);
  }
}

/** The error for a request that another one has overtaken, or that has to wait for another one. */
export function uploadLocked(cause?: unknown): AppError {
  return new AppError('UPLOAD_LOCKED', { cause, retryAfterSeconds: RETRY_AFTER_SECONDS });
}
