import type { NetworkBlocks } from '../../actions/moderation/create-network-blocks.ts';
import { AppError } from '../../core/errors.ts';

/** Who may not upload, whatever the upload. */
export interface UploaderRules {
  networkBlocks: NetworkBlocks;
  /** `off` = uploads need an account or an upload ticket. */
  anonymousUploads: 'on' | 'off';
}

/**
 * Refuses uploads of blocked networks, and of callers without an account where they are off.
 * @param address as `callerAddress` gives it
 * @param isAnonymous false also while a field of the body may still name the account
 * @throws AppError NETWORK_BLOCKED, ANONYMOUS_UPLOADS_OFF
 */
export async function refuseUploader(
  { networkBlocks, anonymousUploads }: UploaderRules,
  address: string,
  isAnonymous: boolean,
): Promise<void> {
  await networkBlocks.refuseBlocked(address, isAnonymous);
  if (isAnonymous && anonymousUploads === 'off') {
    throw new AppError('ANONYMOUS_UPLOADS_OFF', { detail: 'Sign in, or send an API key.' });
  }
}
