/** The goal of a figure. */
export type Goal =
  | { ratioAtLeast: number }
  | { ratioAtMost: number }
  /** For imgd alone, in the unit of the row. */
  | { atMost: number }
  /** For the difference to the reference, in the unit of the row. */
  | { moreByAtMost: number };

/** One line of the results. */
export interface Row {
  name: string;
  /** The reference, measured in the same run. */
  reference: string;
  unit: string;
  /** Each round's figure. */
  imgd: number[];
  other: number[];
  /** Median of the rounds' ratios. */
  ratio: number;
  /** Least and greatest of them. */
  spread: [number, number];
  goal?: Goal;
}

/** A row before its measurement. */
export type Facts = Pick<Row, 'name' | 'reference' | 'unit' | 'goal'> & { rounds: number };

/**
 * Measures a task and its reference in turn, so that a disturbance of the machine affects both. Chance decides which goes
 * first in each round: what the first one leaves behind (a warm disk, a full page cache) favours neither.
 * @param options.warmUp an uncounted first round, for programs that a JIT compiles
 */
export async function compare(
  facts: Facts,
  imgd: () => Promise<number>,
  other: () => Promise<number>,
  { warmUp = false }: { warmUp?: boolean } = {},
): Promise<Row> {
  const { rounds, ...named } = facts;
  const figures = { imgd: [] as number[], other: [] as number[] };
  if (warmUp) {
    await other();
    await imgd();
  }
  for (let round = 0; round < rounds; round++) {
    const goesFirst = Math.random() < 0.5;
    if (goesFirst) figures.imgd.push(await imgd());
    figures.other.push(await other());
    if (!goesFirst) figures.imgd.push(await imgd());
  }
  return rowOf(named, figures.imgd, figures.other);
}

/** The row of paired figures, one pair a round. */
export function rowOf(facts: Omit<Facts, 'rounds'>, imgd: number[], other: number[]): Row {
  const ratios = imgd.map((figure, round) => figure / (other[round] ?? Number.NaN));
  return { ...facts, imgd, other, ratio: median(ratios), spread: [Math.min(...ratios), Math.max(...ratios)] };
}

/** Whether the medians meet the goal; a row without a goal does. */
export function isReached({ goal, imgd, other, ratio }: Row): boolean {
  if (goal === undefined) return true;
  if ('ratioAtLeast' in goal) return ratio >= goal.ratioAtLeast;
  if ('ratioAtMost' in goal) return ratio <= goal.ratioAtMost;
  if ('atMost' in goal) return median(imgd) <= goal.atMost;
  return median(imgd) - median(other) <= goal.moreByAtMost;
}

export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
