import { createHmac } from 'node:crypto';
import { deleteEndedNetworkBlocks, listBlockedNetworks } from '../../catalog/moderation/blocked-networks.ts';
import {
  deleteUploaderKeys,
  deleteUploadersBefore,
  findUploaderKey,
  listUploaderKeys,
  UPLOADER_KEYS,
  type UploaderHashes,
} from '../../catalog/moderation/uploaders.ts';
import { findOrCreateSecret } from '../../catalog/operations/secrets.ts';
import type { Db } from '../../catalog/schema.ts';
import type { Clock } from '../../lib/clock.ts';

const DAY_MS = 86_400_000;
/** Enough that two networks never share a hash. */
const HASH_BYTES = 12;

/** Turns the networks of anonymous uploaders into keyed hashes. The keys rotate, and each is erased after its period. */
export interface UploaderHash {
  /** @param network an IPv4 address or an IPv6 /64, as `callerAddress` gives it */
  of(network: string): Promise<UploaderHashes>;
  /** The hash by one key. @returns undefined when the key is erased */
  by(key: string, network: string): Promise<string | undefined>;
}

interface Deps {
  db: Db;
  clock: Clock;
}

/** @param days length of a period; the hashes of an image are erased after as many */
export function createUploaderHash({ db, clock }: Deps, days: number): UploaderHash {
  const keys = new Map<string, Buffer>();
  let cachedIn = 0;

  async function keyOf(name: string, find: () => Promise<Buffer | undefined>): Promise<Buffer | undefined> {
    const known = keys.get(name);
    if (known !== undefined) return known;
    const key = await find();
    if (key !== undefined) keys.set(name, key);
    return key;
  }
  const current = async (name: string, network: string) =>
    hashOf((await keyOf(name, () => findOrCreateSecret(db, name))) as Buffer, network);

  return {
    async of(network) {
      const period = Math.floor(clock.now() / (days * DAY_MS));
      // Keys of past periods do not stay in memory.
      if (period !== cachedIn) keys.clear();
      cachedIn = period;
      const [key, next_key] = [keyName(days, period), keyName(days, period + 1)];
      return { hash: await current(key, network), next_hash: await current(next_key, network), next_key };
    },
    async by(name, network) {
      const key = await keyOf(name, () => findUploaderKey(db, name));
      return key && hashOf(key, network);
    },
  };
}

function hashOf(key: Buffer, network: string): string {
  return createHmac('sha256', key).update(network).digest().subarray(0, HASH_BYTES).toString('base64url');
}

function keyName(days: number, period: number): string {
  return `${UPLOADER_KEYS}${days}-${period}`;
}

/**
 * Erases the hashes that are older than the days, ended blocks, and the keys of past periods. The key of a block stays
 * until the block ends.
 * @param days 0 = no hashes are kept
 */
export async function forgetUploaders({ db, clock }: Deps, days: number): Promise<void> {
  const now = clock.now();
  await deleteUploadersBefore(db, now - days * DAY_MS + (days === 0 ? 1 : 0));
  await deleteEndedNetworkBlocks(db, now);
  const blocking = new Set((await listBlockedNetworks(db, now)).map(({ hash_key }) => hash_key));
  const names = (await listUploaderKeys(db)).filter((name) => {
    const [length = 0, period = 0] = name.slice(UPLOADER_KEYS.length).split('-').map(Number);
    return !blocking.has(name) && (days === 0 || (period + 1) * length * DAY_MS <= now);
  });
  await deleteUploaderKeys(db, names);
}
