/** Ratios by the name of the work; more is better. */
export type Ratios = Record<string, number>;

/** A work that has become slower than it may. */
export interface Regression {
  name: string;
  expected: number;
  /** Undefined where it was not measured. */
  measured: number | undefined;
}

/** How much less than in the baseline a ratio may be. */
export const TOLERANCE = 0.25;

/** Works of the baseline that are slower by more than the tolerance, or were not measured at all. */
export function regressionsOf(measured: Ratios, baseline: Ratios): Regression[] {
  return Object.entries(baseline)
    .map(([name, expected]) => ({ name, expected, measured: measured[name] }))
    .filter(({ expected, measured }) => !((measured ?? Number.NaN) >= expected * (1 - TOLERANCE)));
}

/**
 * Measures, and once more what has come out too slow: a machine that was busy with something else is no regression.
 * @param measure gives the ratios of the works named
 * @returns what was too slow both times, and the best ratio of each work
 */
export async function guard(
  baseline: Ratios,
  measure: (names: readonly string[]) => Promise<Ratios>,
): Promise<{ regressions: Regression[]; ratios: Ratios }> {
  const ratios = await measure(Object.keys(baseline));
  const doubtful = regressionsOf(ratios, baseline);
  if (doubtful.length === 0) return { regressions: [], ratios };
  const again = await measure(doubtful.map(({ name }) => name));
  for (const [name, ratio] of Object.entries(again)) ratios[name] = Math.max(ratio, ratios[name] ?? 0);
  return { regressions: regressionsOf(ratios, baseline), ratios };
}
