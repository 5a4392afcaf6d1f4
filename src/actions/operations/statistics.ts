import { addStatistics } from '../../catalog/operations/statistics.ts';
import type { Db } from '../../catalog/schema.ts';
import { type CountStatistic, dayOf, refusalsOf } from '../../core/statistics.ts';
import type { Clock } from '../../lib/clock.ts';

/** Counts in memory and writes the sums of each day from time to time: no request waits for a write. */
export interface Statistics {
  count: CountStatistic;
  /** Counts a refusal in total and by its error code. */
  countRefusal(code: string): void;
  /** Figures of this process since its start. */
  sinceStart(): ReadonlyMap<string, number>;
  /** @throws errors of the catalog; the figures are kept for the next flush */
  flush(): Promise<void>;
}

export function createStatistics({ db, clock }: { db: Db; clock: Clock }): Statistics {
  let pending = new Map<string, Map<string, number>>();
  const all = new Map<string, number>();

  function add(day: string, name: string, by: number): void {
    const figures = pending.get(day) ?? new Map<string, number>();
    pending.set(day, figures.set(name, (figures.get(name) ?? 0) + by));
  }

  function count(name: string, by = 1): void {
    add(dayOf(clock.now()), name, by);
    all.set(name, (all.get(name) ?? 0) + by);
  }

  return {
    count,
    countRefusal(code) {
      count('refusals');
      count(refusalsOf(code));
    },
    sinceStart: () => all,
    async flush() {
      if (pending.size === 0) return;
      const counted = pending;
      pending = new Map();
      const rows = [...counted].flatMap(([day, figures]) =>
        [...figures].map(([name, value]) => ({ day, name, value })),
      );
      try {
        await addStatistics(db, rows);
      } catch (error) {
        for (const { day, name, value } of rows) add(day, name, value);
        throw error;
      }
    },
  };
}
