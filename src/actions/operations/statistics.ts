import { addStatistics } from '../../catalog/operations/statistics.ts';
import type { Db } from '../../catalog/schema.ts';
import { dayOf, refusalsOf, type Statistic } from '../../core/statistics.ts';
import type { Clock } from '../../lib/clock.ts';

/** Counts in memory and writes the sums of the days down now and then: no request waits for that. */
export interface Statistics {
  count(name: Statistic, by?: number): void;
  /** Counts a refusal, also by its code. */
  countRefusal(code: string): void;
  /** What this process has counted since its start. */
  sinceStart(): ReadonlyMap<string, number>;
  /** @throws what the catalog throws; the figures are kept for the next time then */
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
        // They are written down the next time.
        for (const { day, name, value } of rows) add(day, name, value);
        throw error;
      }
    },
  };
}
