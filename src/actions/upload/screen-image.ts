import { findBlock } from '../../catalog/moderation/blocks.ts';
import type { Quarantine } from '../../catalog/moderation/quarantine.ts';
import type { Db } from '../../catalog/schema.ts';
import type { Caller } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import { FORMATS } from '../../core/formats.ts';
import { cleanFilename } from '../../core/names.ts';
import type { ProcessedImage } from '../../imaging/port.ts';
import type { Validator, Verdict } from '../../validation/port.ts';

const RETRY_AFTER_SECONDS = 60;

/** What screening needs. */
export interface ScreenDeps {
  db: Db;
  /** In how many bits perceptual hashes of the same picture may differ. */
  blockDistance: number;
  /** undefined = nobody is asked. */
  validator: Validator | undefined;
  /** What counts when the validator gives no answer. */
  onValidatorFailure: Verdict['decision'];
  /** Told why it gave none. */
  onValidatorFault(error: unknown): void;
}

/**
 * Decides on a picture before anything of it is kept: known ones that are blocked are refused, then the validator is
 * asked where there is one.
 * @param givenName as the client sent it
 * @returns why it is to be kept in quarantine, or null
 * @throws AppError CONTENT_BLOCKED, CONTENT_REFUSED; SERVICE_UNAVAILABLE where a picture may not pass without an answer
 */
export async function screenUpload(
  deps: ScreenDeps,
  processed: ProcessedImage,
  givenName: string | undefined,
  caller: Caller,
): Promise<Quarantine | null> {
  await requireNotBlocked(deps.db, processed, deps.blockDistance);
  if (deps.validator === undefined) return null;
  const { format, width, height, original } = processed;
  const { decision, reason } = await judged(deps, deps.validator, {
    ...original,
    format,
    width,
    height,
    filename: cleanFilename(givenName, FORMATS[format].extension),
    accountId: caller.kind === 'account' ? caller.accountId : null,
  });
  if (decision === 'refuse') throw new AppError('CONTENT_REFUSED');
  return decision === 'quarantine' ? { cause: 'validator', reason } : null;
}

/** Refuses pictures that are kept from coming back. @throws AppError CONTENT_BLOCKED */
export async function requireNotBlocked(db: Db, processed: ProcessedImage, blockDistance: number): Promise<void> {
  const { uploadedSha256, original, perceptualHash } = processed;
  const fingerprints = { uploadedSha256, storedSha256: original.sha256, perceptualHash };
  if ((await findBlock(db, fingerprints, blockDistance)) !== undefined) throw new AppError('CONTENT_BLOCKED');
}

async function judged(
  deps: ScreenDeps,
  validator: Validator,
  candidate: Parameters<Validator['judge']>[0],
): Promise<Verdict> {
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
