import { addAudit } from '../../catalog/moderation/audit.ts';
import type { ImageRow, Tx } from '../../catalog/schema.ts';
import type { Caller } from '../../core/caller.ts';

/** Records an administrator's act on another account's image, in the transaction of the act. */
export async function auditAsAdmin(
  tx: Tx,
  caller: Caller,
  image: Pick<ImageRow, 'id' | 'account_id' | 'filename'>,
  action: 'image.delete' | 'image.change',
  details: Record<string, unknown>,
  now: number,
): Promise<void> {
  // Callers without admin rights pass the permission checks with images of their own only.
  if (caller.kind !== 'account' || image.account_id === caller.accountId) return;
  const of = { account: image.account_id, filename: image.filename };
  await addAudit(tx, { actorId: caller.accountId, action, subject: image.id, details: { ...of, ...details } }, now);
}
