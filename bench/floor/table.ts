import { median } from '../support/compare.ts';

/** One line of the table: what was added, and the milliseconds of an upload in each round. */
export interface Measured {
  what: string;
  cpuMs: number[];
}

/**
 * The lines of a Markdown table: medians of the rounds, and what each line costs more than the one before, in the same
 * round. The last line is imgd.
 */
export function stepTable(measured: readonly Measured[]): string[] {
  const lines = measured.map(({ what, cpuMs }, i) => {
    const before = measured[i - 1];
    const more = before === undefined ? '' : signed(differenceOf(cpuMs, before.cpuMs));
    const spread = `${Math.min(...cpuMs).toFixed(2)} to ${Math.max(...cpuMs).toFixed(2)}`;
    return `| ${what} | ${median(cpuMs).toFixed(2)} (${spread}) | ${more} |`;
  });
  return ['| with | ms an upload | more |', '|---|---|---|', ...lines];
}

function differenceOf(cpuMs: readonly number[], before: readonly number[]): number {
  return median(cpuMs.map((ms, round) => ms - (before[round] ?? Number.NaN)));
}

function signed(ms: number): string {
  return `${ms < 0 ? '-' : '+'}${Math.abs(ms).toFixed(2)}`;
}
