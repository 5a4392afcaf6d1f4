import { lockAccount } from '../../catalog/accounts/accounts.ts';
import { storageOf } from '../../catalog/images/images.ts';
import type { Tx } from '../../catalog/schema.ts';
import { AppError } from '../../core/errors.ts';

/**
 * Begins to count what is added to an account, within a transaction, so that parallel requests cannot pass the limit together.
 * @param maxAccountBytes what its images may take together; 0 = no limit
 * @returns adds some bytes, or throws AppError STORAGE_QUOTA_EXCEEDED
 */
export async function accountBytes(
  tx: Tx,
  accountId: string,
  maxAccountBytes: number,
  nowMs: number,
): Promise<(addedBytes: number) => void> {
  if (maxAccountBytes === 0) return () => {};
  await lockAccount(tx, accountId);
  let { bytes } = await storageOf(tx, accountId, nowMs);
  return (addedBytes) => {
    if (bytes + addedBytes > maxAccountBytes) {
      throw new AppError('STORAGE_QUOTA_EXCEEDED', { details: { limit_bytes: maxAccountBytes, used_bytes: bytes } });
    }
    bytes += addedBytes;
  };
}
