import type { FormatName } from '../../core/formats.ts';
import { addJob } from '../operations/jobs.ts';
import type { Tx } from '../schema.ts';

export const PURGE_JOB = 'purge-edge';

/** What a purge job carries: an image that the edge is to forget, and the deletion that shows how that goes. */
export interface PurgePayload {
  imageId: string;
  format: FormatName;
  deletionId: string | null;
}

/**
 * Writes down that the edge is to forget what it keeps of an image. Call it in the transaction of the cause: a removal
 * (`removeImage` does), or a change that makes copies wrong, such as an expiry that comes nearer.
 */
export async function requestPurge(tx: Tx, payload: PurgePayload, nowMs: number): Promise<void> {
  await addJob(tx, { kind: PURGE_JOB, payload, runAtMs: nowMs }, nowMs);
}
