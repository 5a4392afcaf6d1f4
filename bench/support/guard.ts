/** Ratios by the name of the task; more is better. */
export type Ratios = Record<string, number>;

/** A task that is slower than the tolerance allows. */
export interface Regression {
  name: string;
  expected: number;
  /** Undefined where it was not measured. */
  measured: number | undefined;
}

/** Tolerated loss against the baseline. */
export const TOLERANCE = 0.25;

/** Tasks of the baseline that exceed the tolerance or were not measured. */
export function regressionsOf(measured: Ratios, baseline: Ratios): Regression[] {
  return Object.entries(baseline)
    .map(([name, expected]) => ({ name, expected, measured: measured[name] }))
    .filter(({ expected, measured }) => !((measured ?? Number.NaN) >= expected * (1 - TOLERANCE)));
}

/**
 * Measures all tasks, then repeats the slow ones, because a busy machine is not a regression.
 * @param measure returns the ratios of the given tasks
 * @returns the tasks that were too slow both times, and the best ratio of each task
 */
export async function guard(
  baseline: Ratios,
  measure: (names: readonly string[]) => Promise<Ratios>,
): Promise<{ regressions: Regression[]; ratios: Ratios }> {
  const ratios = await measure(Object.keys(baseline));
  const slow = regressionsOf(ratios, baseline);
  if (slow.length === 0) return { regressions: [], ratios };
  const again = await measure(slow.map(({ name }) => name));
  for (const [name, ratio] of Object.entries(again)) ratios[name] = Math.max(ratio, ratios[name] ?? 0);
  return { regressions: regressionsOf(ratios, baseline), ratios };
}
