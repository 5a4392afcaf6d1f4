import { findBlock, hasPerceptualBlocks } from '../../catalog/moderation/blocks.ts';
import type { Quarantine } from '../../catalog/moderation/quarantine.ts';
import type { Db } from '../../catalog/schema.ts';
import type { Caller } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import { FORMATS } from '../../core/formats.ts';
import { cleanFilename } from '../../core/names.ts';
import type { ProcessedImage } from '../../imaging/port.ts';
import type { Candidate, Validator, Verdict } from '../../validation/port.ts';

const RETRY_AFTER_SECONDS = 60;

export interface ScreenDeps {
  db: Db;
  /** Bits in which perceptual hashes of the same picture may differ. */
  blockDistance: number;
  /** undefined = no image is sent to a validator. */
  validator: Validator | undefined;
  /** The decision where the validator fails to answer. */
  onValidatorFailure: Verdict['decision'];
  /** Is called with the error of a validator that fails to answer. */
  onValidatorFault(error: unknown): void;
}

/** Whether screening compares perceptual hashes now; they cost a decoding, so that uploads compute them only then. */
export function needsPerceptualHash(db: Db): Promise<boolean> {
  return hasPerceptualBlocks(db);
}

/**
 * Decides whether an image may be stored: first by the blocks, then by the validator.
 * @param filename from the client
 * @returns the reason for its quarantine, or null
 * @throws AppError CONTENT_BLOCKED, CONTENT_REFUSED; SERVICE_UNAVAILABLE where no image may pass without a verdict
 */
export async function screenImage(
  deps: ScreenDeps,
  image: ProcessedImage,
  filename: string | undefined,
  caller: Caller,
): Promise<Quarantine | null> {
  await requireNotBlocked(deps.db, image, deps.blockDistance);
  if (deps.validator === undefined) return null;
  const { format, width, height, original } = image;
  const { decision, reason } = await judge(deps, deps.validator, {
    ...original,
    format,
    width,
    height,
    filename: cleanFilename(filename, FORMATS[format].extension),
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

async function judge(deps: ScreenDeps, validator: Validator, candidate: Candidate): Promise<Verdict> {
  try {
    return await validator.judge(candidate);
  } catch (error) {
    deps.onValidatorFault(error);
    if (deps.onValidatorFailure !== 'refuse') {
      return { decision: deps.onValidatorFailure, reason: 'The validator gave no answer.' };
    }
    throw new AppError('SERVICE_UNAVAILABLE', {
      detail: 'The picture could not be checked.',
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      cause: error,
    });
  }
}
