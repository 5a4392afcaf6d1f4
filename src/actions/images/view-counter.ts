import { addViews } from '../../catalog/images/images.ts';
import type { Db } from '../../catalog/schema.ts';

/** Counts views in memory and writes the sums from time to time: delivery never waits for a write. */
export interface ViewCounter {
  count(imageId: string): void;
  /** @throws errors of the catalog; the views are kept for the next flush */
  flush(): Promise<void>;
}

/** @param onView called for each view */
export function createViewCounter(db: Db, onView: () => void = () => {}): ViewCounter {
  let pending = new Map<string, number>();

  function add(imageId: string, views: number): void {
    pending.set(imageId, (pending.get(imageId) ?? 0) + views);
  }

  return {
    count(imageId) {
      add(imageId, 1);
      onView();
    },
    async flush() {
      if (pending.size === 0) return;
      const counted = pending;
      pending = new Map();
      try {
        await db.transaction().execute(async (tx) => {
          // The same order on every node prevents deadlocks.
          for (const [id, views] of [...counted].sort()) await addViews(tx, id, views);
        });
      } catch (error) {
        for (const [id, views] of counted) add(id, views);
        throw error;
      }
    },
  };
}
