import { type Deletion, findDeletion } from '../../catalog/images/deletions.ts';
import type { Db } from '../../catalog/schema.ts';
import { AppError } from '../../core/errors.ts';
import { isDeletionId } from '../../core/ids.ts';

/** @throws AppError DELETION_NOT_FOUND for ids that are malformed, unknown or forgotten, without telling which */
export async function requireDeletion(deps: { db: Db }, id: string): Promise<Deletion> {
  const deletion = isDeletionId(id) ? await findDeletion(deps.db, id) : undefined;
  if (deletion === undefined) throw new AppError('DELETION_NOT_FOUND');
  return deletion;
}
