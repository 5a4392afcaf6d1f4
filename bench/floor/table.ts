import { median } from '../support/compare.ts';

/** One line of the table: what was added, and the milliseconds of an upload in each round. */
export interface Measured {
  what: string;
  cpuMs: number[];
}

/**
 * The lines of a Markdown table: the least and the median of the rounds, and what each line costs more than the one before,
 * of the least, because what else the machine does only adds to it. The last line is imgd.
 */
export function stepTable(measured: readonly Measured[]): string[] {
  const lines = measured.map(({ what, cpuMs }, i) => {
    const before = measured[i - 1];
    const more = before === undefined ? '' : signed(Math.min(...cpuMs) - Math.min(...before.cpuMs));
    return `| ${what} | ${Math.min(...cpuMs).toFixed(2)} | ${median(cpuMs).toFixed(2)} | ${more} |`;
  });
  return ['| with | ms an upload, least | median | more |', '|---|---|---|---|', ...lines];
}

function signed(ms: number): string {
  return `${ms < 0 ? '-' : '+'}${Math.abs(ms).toFixed(2)}`;
}
