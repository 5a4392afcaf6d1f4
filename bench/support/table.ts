import { median, type Row } from './compare.ts';
import type { Machine } from './machine.ts';

/** The results as a Markdown table, with what they were measured on. */
export function table(rows: readonly Row[], machine: Machine, notes: readonly string[]): string {
  const { cpu, cores, memoryGib, kernel, versions } = machine;
  const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return [
    `${cores} cores (${cpu}), ${memoryGib} GiB, Linux ${kernel}; ${named.join(', ')}.`,
    '',
    '| Work | imgd | Beside it | Ratio | Goal |',
    '|---|---|---|---|---|',
    ...rows.map(line),
    ...notes.map((note) => `\n${note}`),
  ].join('\n');
}

function line({ name, reference, unit, imgd, other, ratio, spread, goal }: Row): string {
  const shown = (figures: readonly number[]) => `${Math.round(median(figures)).toLocaleString('en-US')} ${unit}`;
  const [least, greatest] = spread.map((figure) => figure.toFixed(2));
  const verdict = goal === undefined ? '' : `${goal.toFixed(2)}${ratio >= goal ? '' : ', missed'}`;
  return `| ${name} | ${shown(imgd)} | ${reference}: ${shown(other)} | ${ratio.toFixed(2)} (${least} to ${greatest}) | ${verdict} |`;
}
