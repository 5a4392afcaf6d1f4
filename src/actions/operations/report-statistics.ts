import { countTotals, listStatistics, type Totals } from '../../catalog/operations/statistics.ts';
import type { Db } from '../../catalog/schema.ts';
import { dayOf, refusalCodeOf, STATISTICS, type Statistic } from '../../core/statistics.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Statistics } from './statistics.ts';

const DAY_MS = 86_400_000;

/** Figures of one day (UTC). */
export type DayFigures = Record<Statistic, number> & {
  day: string;
  refusals_by_code: Record<string, number>;
};

/**
 * The figures of the last days including today, oldest first, and the current totals. Other nodes write their counts
 * with a delay of some seconds.
 */
export async function reportStatistics(
  { db, clock, statistics }: { db: Db; clock: Clock; statistics: Statistics },
  days: number,
): Promise<{ days: DayFigures[]; totals: Totals }> {
  await statistics.flush();
  const today = clock.now();
  const byDay = new Map<string, DayFigures>();
  for (let ago = days - 1; ago >= 0; ago--) {
    const day = dayOf(today - ago * DAY_MS);
    byDay.set(day, emptyDay(day));
  }
  const [first = ''] = byDay.keys();
  for (const { day, name, value } of await listStatistics(db, first)) {
    const figures = byDay.get(day);
    if (figures === undefined) continue;
    const code = refusalCodeOf(name);
    const statistic = STATISTICS.find((known) => known === name);
    if (code !== undefined) figures.refusals_by_code[code] = value;
    else if (statistic !== undefined) figures[statistic] = value;
  }
  return { days: [...byDay.values()], totals: await countTotals(db) };
}

function emptyDay(day: string): DayFigures {
  const zeros = Object.fromEntries(STATISTICS.map((name) => [name, 0])) as Record<Statistic, number>;
  return { day, ...zeros, refusals_by_code: {} };
}
