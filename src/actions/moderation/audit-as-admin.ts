import { addAudit } from '../../catalog/moderation/audit.ts';
import type { ImageRow, Tx } from '../../catalog/schema.ts';
import type { Caller } from '../../core/caller.ts';

/** Writes down what an administrator does to an image of somebody else; in the transaction that does it. */
export async function auditAsAdmin(
  tx: Tx,
  caller: Caller,
  image: Pick<ImageRow, 'id' | 'account_id' | 'filename'>,
  action: 'image.delete' | 'image.change',
  details: Record<string, unknown>,
  now: number,
): Promise<void> {
  // Others come this far with images of their own alone.
  if (caller.kind !== 'account' || image.account_id === caller.accountId) return;
  const of = { account: image.account_id, filename: image.filename };
  await addAudit(tx, { actorId: caller.accountId, action, subject: image.id, details: { ...of, ...details } }, now);
}
