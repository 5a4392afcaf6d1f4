/** One line of the results. */
export interface Row {
  name: string;
  /** What stands beside it, measured in the same run. */
  reference: string;
  unit: string;
  /** Each round's figure. */
  imgd: number[];
  other: number[];
  /** Median of the rounds' ratios. */
  ratio: number;
  /** Least and greatest of them. */
  spread: [number, number];
  goal?: number;
}

/** Measures a work and its reference in turn, so that what disturbs the machine disturbs both. */
export async function compare(
  facts: { name: string; reference: string; unit: string; goal?: number; rounds: number },
  imgd: () => Promise<number>,
  other: () => Promise<number>,
): Promise<Row> {
  const { rounds, ...named } = facts;
  const row = { ...named, imgd: [] as number[], other: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    row.other.push(await other());
    row.imgd.push(await imgd());
  }
  const ratios = row.imgd.map((figure, round) => figure / (row.other[round] ?? Number.NaN));
  return { ...row, ratio: median(ratios), spread: [Math.min(...ratios), Math.max(...ratios)] };
}

export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
