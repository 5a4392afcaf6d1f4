import { type Fingerprints, hasPerceptualBlocks, requireNotBlocked } from '../../catalog/moderation/blocks.ts';
import type { Quarantine } from '../../catalog/moderation/quarantine.ts';
import type { Db } from '../../catalog/schema.ts';
import type { Caller } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import { FORMATS } from '../../core/formats.ts';
import { cleanFilename } from '../../core/names.ts';
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

/** What screening establishes about an image that may be stored. */
export interface Screened {
  filename: string;
  /** Why only administrators may see it, or null. */
  quarantine: Quarantine | null;
  fingerprints: Fingerprints;
}

/**
 * Decides whether an image may be stored: first by the blocks, then by the validator.
 * @param givenName as the client sent it
 * @throws AppError CONTENT_BLOCKED, CONTENT_REFUSED; SERVICE_UNAVAILABLE where no image may pass without a verdict
 */
export async function screenImage(
  deps: ScreenDeps,
  image: ProcessedImage,
  givenName: string | undefined,
  caller: Caller,
): Promise<Screened> {
  const { format, width, height, original, uploadedSha256, perceptualHash } = image;
  const fingerprints = { uploadedSha256, storedSha256: original.sha256, perceptualHash };
  await requireNotBlocked(deps.db, fingerprints, deps.blockDistance);
  const filename = cleanFilename(givenName, FORMATS[format].extension);
  if (deps.validator === undefined) return { filename, quarantine: null, fingerprints };
  const { decision, reason } = await deps.validator.judge({
    ...original,
    format,
    width,
    height,
    filename,
    accountId: caller.kind === 'account' ? caller.accountId : null,
  });
  // Only the log has the reason.
  if (decision === 'refuse') throw new AppError('CONTENT_REFUSED', { cause: new Error(reason ?? 'no reason given') });
  const quarantine = decision === 'quarantine' ? ({ cause: 'validator', reason } as const) : null;
  return { filename, quarantine, fingerprints };
}
