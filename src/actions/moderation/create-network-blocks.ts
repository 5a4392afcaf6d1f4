import { type BlockedNetwork, listBlockedNetworks } from '../../catalog/moderation/blocked-networks.ts';
import type { Db } from '../../catalog/schema.ts';
import { AppError } from '../../core/errors.ts';
import { timestamp, timestampOrNull } from '../../core/time.ts';
import type { Clock } from '../../lib/clock.ts';
import { compileNetworks } from '../../limits/networks.ts';
import type { UploaderHash } from './create-uploader-hash.ts';

/** Other nodes learn of a change within this time. */
const FRESH_MS = 2_000;

/** The blocked networks, compiled in memory. */
export interface NetworkBlocks {
  /**
   * Refuses a caller from a blocked network.
   * @param address as `callerAddress` gives it
   * @param isAnonymous also compares the blocked uploaders, of whom only a hash is known
   * @throws AppError NETWORK_BLOCKED
   */
  refuseBlocked(address: string, isAnonymous: boolean): Promise<void>;
  /**
   * Refuses uploads of blocked networks, and of callers without an account where they are off.
   * @param isAnonymous false also while a field of the body may still name the account
   * @throws AppError NETWORK_BLOCKED, ANONYMOUS_UPLOADS_OFF
   */
  refuseUploader(address: string, isAnonymous: boolean): Promise<void>;
  /** Reads the blocks again at the next call. Call it after a change. */
  forget(): void;
}

interface Compiled {
  networkOf(address: string): BlockedNetwork | undefined;
  /** Blocks of uploaders by key, then by hash. */
  uploaders: ReadonlyMap<string, ReadonlyMap<string, BlockedNetwork>>;
}

/** @param anonymousUploads `off` = uploads need an account or an upload ticket */
export function createNetworkBlocks(
  { db, clock }: { db: Db; clock: Clock },
  uploaderHash: Pick<UploaderHash, 'by'>,
  anonymousUploads: 'on' | 'off',
): NetworkBlocks {
  let compiled: Promise<Compiled> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;

  async function current(): Promise<Compiled> {
    // The process's own time: it also goes on where the clock is set back.
    if (compiled === undefined || performance.now() - readAt > FRESH_MS) {
      readAt = performance.now();
      const before = compiled;
      compiled = listBlockedNetworks(db, clock.now())
        .then(compile)
        .catch((error) => {
          // While the catalog is away, the blocks that are known apply.
          if (before !== undefined) return before;
          compiled = undefined;
          throw error;
        });
    }
    return compiled;
  }

  async function refuseBlocked(address: string, isAnonymous: boolean): Promise<void> {
    const { networkOf, uploaders } = await current();
    const network = networkOf(address);
    if (network !== undefined) refuse(network, clock.now());
    if (!isAnonymous) return;
    for (const [key, blocks] of uploaders) {
      const block = blocks.get((await uploaderHash.by(key, address)) ?? '');
      if (block !== undefined) refuse(block, clock.now());
    }
  }

  return {
    refuseBlocked,
    async refuseUploader(address, isAnonymous) {
      await refuseBlocked(address, isAnonymous);
      if (isAnonymous && anonymousUploads === 'off') {
        throw new AppError('ANONYMOUS_UPLOADS_OFF', { detail: 'Sign in, or send an API key.' });
      }
    },
    forget() {
      compiled = undefined;
    },
  };
}

function compile(blocks: readonly BlockedNetwork[]): Compiled {
  const uploaders = new Map<string, Map<string, BlockedNetwork>>();
  for (const block of blocks) {
    if (block.hash_key === null || block.hash === null) continue;
    const ofKey = uploaders.get(block.hash_key) ?? new Map<string, BlockedNetwork>();
    uploaders.set(block.hash_key, ofKey.set(block.hash, block));
  }
  // The oldest first, so that the newest block of a network applies.
  const networks = [...blocks].reverse().flatMap((block) => {
    return block.network === null ? [] : [[block.network, block] as const];
  });
  return { networkOf: compileNetworks(networks), uploaders };
}

/** @throws AppError NETWORK_BLOCKED unless the block has ended */
function refuse({ ends_at }: BlockedNetwork, nowMs: number): void {
  if (ends_at !== null && ends_at <= nowMs) return;
  throw new AppError('NETWORK_BLOCKED', {
    ...(ends_at !== null && { detail: `Until ${timestamp(ends_at)}.` }),
    details: { ends_at: timestampOrNull(ends_at) },
  });
}
