import { addViews } from '../../catalog/images/images.ts';
import type { Db } from '../../catalog/schema.ts';

/** Counts views in memory and writes the sums down now and then: serving an image never waits for a write. */
export interface ViewCounter {
  count(imageId: string): void;
  /** @throws what the catalog throws; the views are kept for the next time then */
  flush(): Promise<void>;
}

/** @param onView told of each view */
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
          // In one order on every node, so that none waits for another one in a circle.
          for (const [id, views] of [...counted].sort()) await addViews(tx, id, views);
        });
      } catch (error) {
        // They are written down the next time.
        for (const [id, views] of counted) add(id, views);
        throw error;
      }
    },
  };
}
