import { findBlock, hasPerceptualBlocks } from '../../catalog/moderation/blocks.ts';
import type { Quarantine } from '../../catalog/moderation/quarantine.ts';
import type { Db } from '../../catalog/schema.ts';
import type { Caller } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import type { ProcessedImage } from '../../imaging/port.ts';
import type { Validator } from '../../validation/port.ts';

export interface ScreenDeps {
  db: Db;
  /** Bits in which perceptual hashes of the same picture may differ. */
  blockDistance: number;
  /** undefined = no image is sent to a validator. */
  validator: Validator | undefined;
}

/** Whether screening compares perceptual hashes now; they cost a decoding, so that uploads compute them only then. */
export function needsPerceptualHash(db: Db): Promise<boolean> {
  return hasPerceptualBlocks(db);
}

/**
 * Decides whether an image may be stored: first by the blocks, then by the validator.
 * @returns the reason for its quarantine, or null
 * @throws AppError CONTENT_BLOCKED, CONTENT_REFUSED; SERVICE_UNAVAILABLE where no image may pass without a verdict
 */
export async function screenImage(
  deps: ScreenDeps,
  image: ProcessedImage,
  filename: string,
  caller: Caller,
): Promise<Quarantine | null> {
  await requireNotBlocked(deps.db, image, deps.blockDistance);
  if (deps.validator === undefined) return null;
  const { format, width, height, original } = image;
  const { decision, reason } = await deps.validator.judge({
    ...original,
    format,
    width,
    height,
    filename,
    accountId: caller.kind === 'account' ? caller.accountId : null,
  });
  if (decision === 'refuse') throw new AppError('CONTENT_REFUSED');
  return decision === 'quarantine' ? { cause: 'validator', reason } : null;
}

/** @throws AppError CONTENT_BLOCKED */
export async function requireNotBlocked(db: Db, image: ProcessedImage, blockDistance: number): Promise<void> {
  const { uploadedSha256, original, perceptualHash } = image;
  const fingerprints = { uploadedSha256, storedSha256: original.sha256, perceptualHash };
  if ((await findBlock(db, fingerprints, blockDistance)) !== undefined) throw new AppError('CONTENT_BLOCKED');
}
