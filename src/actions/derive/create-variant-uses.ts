import { touchVariants, type Variant, type VariantId } from '../../catalog/blobs/variants.ts';
import type { Db } from '../../catalog/schema.ts';
import type { Clock } from '../../lib/clock.ts';

/** Shorter times between two uses of a variant do not matter for its eviction. */
const INTERVAL_MS = 3_600_000;
/** Further uses are recorded after the next flush. */
const MAX_PENDING = 10_000;

/** Records the last use of variants in memory and writes it from time to time: delivery never waits for a write. */
export interface VariantUses {
  note(id: VariantId, variant: Pick<Variant, 'usedAt'>): void;
  /** @throws errors of the catalog; the uses are kept for the next flush */
  flush(): Promise<void>;
}

export function createVariantUses({ db, clock }: { db: Db; clock: Clock }): VariantUses {
  let pending = new Map<string, VariantId>();

  return {
    note(id, { usedAt }) {
      if (clock.now() - usedAt < INTERVAL_MS || pending.size >= MAX_PENDING) return;
      pending.set(`${id.originalKey} ${id.width}.${id.extension}`, id);
    },
    async flush() {
      if (pending.size === 0) return;
      const noted = pending;
      pending = new Map();
      try {
        await db.transaction().execute((tx) => touchVariants(tx, [...noted.values()], clock.now()));
      } catch (error) {
        pending = new Map([...noted, ...pending]);
        throw error;
      }
    },
  };
}
