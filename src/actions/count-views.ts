import { addViews } from '../catalog/images.ts';
import type { Db } from '../catalog/schema.ts';

/** Counts views in memory and writes the sums down now and then: serving an image never waits for a write. */
export interface ViewCounter {
  count(imageId: string): void;
  flush(): Promise<void>;
}

export function createViewCounter(db: Db): ViewCounter {
  let pending = new Map<string, number>();
  return {
    count(imageId) {
      pending.set(imageId, (pending.get(imageId) ?? 0) + 1);
    },
    async flush() {
      if (pending.size === 0) return;
      const counted = pending;
      pending = new Map();
      await db.transaction().execute(async (tx) => {
        for (const [id, views] of counted) await addViews(tx, id, views);
      });
    },
  };
}
