import { addAccountDays, listAccountDays } from '../../catalog/accounts/account-days.ts';
import type { AccountDayRow } from '../../catalog/accounts/rows.ts';
import { addStatistics, countTotals, listStatistics, type Totals } from '../../catalog/operations/statistics.ts';
import type { Db } from '../../catalog/schema.ts';
import type { AttemptOutcome } from '../../core/states.ts';
import {
  type CountOfAccount,
  type CountStatistic,
  dayOf,
  refusalCodeOf,
  refusalsOf,
  STATISTICS,
  type Statistic,
} from '../../core/statistics.ts';
import type { Clock } from '../../lib/clock.ts';

const DAY_MS = 86_400_000;

/** Counts in memory and writes the sums of each day from time to time: no request waits for a write. */
export interface Statistics {
  count: CountStatistic;
  countOfAccount: CountOfAccount;
  /** Counts an attempt to deliver to a webhook, in this process only. */
  countAttempt(outcome: AttemptOutcome): void;
  attemptsSinceStart(): ReadonlyMap<AttemptOutcome, number>;
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
  let pendingOfAccounts = new Map<string, AccountDayRow>();
  const attempts = new Map<AttemptOutcome, number>([
    ['delivered', 0],
    ['retried', 0],
    ['failed', 0],
  ]);

  function add(day: string, name: string, by: number): void {
    const figures = pending.get(day) ?? new Map<string, number>();
    pending.set(day, figures.set(name, (figures.get(name) ?? 0) + by));
  }

  function count(name: string, by = 1): void {
    add(dayOf(clock.now()), name, by);
    all.set(name, (all.get(name) ?? 0) + by);
  }

  function addToAccount({ account_id, day, ...figures }: AccountDayRow): void {
    const key = `${account_id} ${day}`;
    const sums = pendingOfAccounts.get(key) ?? { account_id, day, uploads: 0, bytes: 0, requests: 0 };
    sums.uploads += figures.uploads;
    sums.bytes += figures.bytes;
    sums.requests += figures.requests;
    pendingOfAccounts.set(key, sums);
  }

  async function flushAccounts(): Promise<void> {
    if (pendingOfAccounts.size === 0) return;
    const rows = [...pendingOfAccounts.values()];
    pendingOfAccounts = new Map();
    try {
      await addAccountDays(db, rows);
    } catch (error) {
      rows.forEach(addToAccount);
      throw error;
    }
  }

  async function flushDays(): Promise<void> {
    if (pending.size === 0) return;
    const counted = pending;
    pending = new Map();
    const rows = [...counted].flatMap(([day, figures]) => [...figures].map(([name, value]) => ({ day, name, value })));
    try {
      await addStatistics(db, rows);
    } catch (error) {
      for (const { day, name, value } of rows) add(day, name, value);
      throw error;
    }
  }

  return {
    count,
    countOfAccount(accountId, figure, by = 1) {
      const none = { uploads: 0, bytes: 0, requests: 0 };
      addToAccount({ account_id: accountId, day: dayOf(clock.now()), ...none, [figure]: by });
    },
    countRefusal(code) {
      count('refusals');
      count(refusalsOf(code));
    },
    countAttempt: (outcome) => void attempts.set(outcome, (attempts.get(outcome) ?? 0) + 1),
    attemptsSinceStart: () => attempts,
    sinceStart: () => all,
    async flush() {
      await flushDays();
      await flushAccounts();
    },
  };
}

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

/** What an account did on one day (UTC). */
export type AccountDay = Omit<AccountDayRow, 'account_id'>;

/**
 * The figures of an account on the last days including today, oldest first. Other nodes write their counts with a delay
 * of some seconds.
 */
export async function reportAccountDays(
  { db, clock, statistics }: { db: Db; clock: Clock; statistics: Statistics },
  accountId: string,
  days: number,
): Promise<AccountDay[]> {
  await statistics.flush();
  const dayAgo = (ago: number) => dayOf(clock.now() - ago * DAY_MS);
  const found = new Map((await listAccountDays(db, accountId, dayAgo(days - 1))).map((row) => [row.day, row]));
  return Array.from({ length: days }, (_, index) => {
    const day = dayAgo(days - 1 - index);
    const { uploads = 0, bytes = 0, requests = 0 } = found.get(day) ?? {};
    return { day, uploads, bytes, requests };
  });
}

function emptyDay(day: string): DayFigures {
  const zeros = Object.fromEntries(STATISTICS.map((name) => [name, 0])) as Record<Statistic, number>;
  return { day, ...zeros, refusals_by_code: {} };
}
