import { addAudit } from '../../catalog/moderation/audit.ts';
import {
  deleteBlockedNetwork,
  insertBlockedNetwork,
  listBlockedNetworks,
} from '../../catalog/moderation/blocked-networks.ts';
import type { BlockedNetworkRow } from '../../catalog/moderation/rows.ts';
import type { UploaderHashes } from '../../catalog/moderation/uploaders.ts';
import type { Db } from '../../catalog/schema.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { cleanDescription } from '../../core/names.ts';
import { timestampOrNull } from '../../core/time.ts';
import type { Clock } from '../../lib/clock.ts';
import { canonicalNetwork } from '../../limits/networks.ts';

/** All are kept in memory, and the list has no pages. */
export const MAX_NETWORK_BLOCKS = 1_000;

interface Deps {
  db: Db;
  clock: Clock;
}

/** A network, or an uploader of whom only the hash is known. */
export type BlockTarget = { network: string } | { uploader: UploaderHashes; imageId: string };

export interface WantedBlock {
  target: BlockTarget;
  reason: string | null;
  /** Unix milliseconds; null = until it is removed. */
  endsAt: number | null;
}

/**
 * Blocks a network: uploads, registrations and sign-ins from it are refused. A block of the same network is replaced.
 * Other nodes learn of it within seconds.
 * @param actorId account of the administrator; null = a command
 * @throws AppError INVALID_PARAMETER for text that is no network, for an end in the past, and beyond the largest number of blocks
 */
export async function blockNetwork(
  { db, clock }: Deps,
  actorId: string | null,
  { target, reason: given, endsAt }: WantedBlock,
): Promise<BlockedNetworkRow> {
  const reason = cleanDescription(given);
  if (endsAt !== null && endsAt <= clock.now()) {
    throw new AppError('INVALID_PARAMETER', { detail: 'ends_at must be in the future.', param: 'ends_at' });
  }
  const columns = columnsOf(target);
  return db.transaction().execute(async (tx) => {
    const now = clock.now();
    const blocks = await listBlockedNetworks(tx, now);
    const same = blocks.filter(({ network, hash }) => network === columns.network && hash === columns.hash);
    if (blocks.length - same.length >= MAX_NETWORK_BLOCKS) {
      throw new AppError('INVALID_PARAMETER', {
        detail: `At most ${MAX_NETWORK_BLOCKS} networks can be blocked.`,
        details: { max_blocks: MAX_NETWORK_BLOCKS },
      });
    }
    for (const { id } of same) await deleteBlockedNetwork(tx, id);
    const row = { id: newId('net'), ...columns, reason, created_at: now, created_by: actorId, ends_at: endsAt };
    await insertBlockedNetwork(tx, row);
    // The log is kept for good, so it never holds the hash of an uploader.
    const subject = 'network' in target ? (columns.network ?? row.id) : target.imageId;
    const details = { block: row.id, reason, ends_at: timestampOrNull(endsAt) };
    const action = 'network' in target ? 'network.block' : 'uploader.block';
    await addAudit(tx, { actorId, action, subject, details }, now);
    return row;
  });
}

/**
 * Ends the block of a network.
 * @param of the id of the block, or the network
 * @throws AppError NETWORK_BLOCK_NOT_FOUND
 */
export async function unblockNetwork({ db, clock }: Deps, actorId: string | null, of: string): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const now = clock.now();
    const blocks = await listBlockedNetworks(tx, now);
    const network = isNetwork(of) ? canonicalNetwork(of) : undefined;
    const block = blocks.find((one) => one.id === of || (network !== undefined && one.network === network));
    if (block === undefined) throw new AppError('NETWORK_BLOCK_NOT_FOUND');
    await deleteBlockedNetwork(tx, block.id);
    const details = { block: block.id, reason: block.reason };
    await addAudit(tx, { actorId, action: 'network.unblock', subject: block.network ?? block.id, details }, now);
    return block.id;
  });
}

function columnsOf(target: BlockTarget): Pick<BlockedNetworkRow, 'network' | 'hash_key' | 'hash'> {
  if ('network' in target) return { network: networkOf(target.network), hash_key: null, hash: null };
  // The key of now may be erased before the block ends; the next one is kept as long as the block.
  return { network: null, hash_key: target.uploader.next_key, hash: target.uploader.next_hash };
}

function isNetwork(text: string): boolean {
  try {
    return canonicalNetwork(text) !== '';
  } catch {
    return false;
  }
}

/** @throws AppError INVALID_PARAMETER */
function networkOf(text: string): string {
  try {
    return canonicalNetwork(text);
  } catch (error) {
    const detail = `network ${error instanceof Error ? error.message : String(error)}.`;
    throw new AppError('INVALID_PARAMETER', { detail, param: 'network', cause: error });
  }
}
