import { type Goal, isReached, median, type Row } from './compare.ts';
import type { Machine } from './machine.ts';

/** The results as a Markdown table, with a description of the machine. */
export function table(rows: readonly Row[], machine: Machine, notes: readonly string[]): string {
  const { cpu, cores, memoryGib, kernel, versions } = machine;
  const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return [
    `${cores} cores (${cpu}), ${memoryGib} GiB, Linux ${kernel}; ${named.join(', ')}.`,
    '',
    '| Work | imgd | Beside it | Ratio (least to greatest) | Goal |',
    '|---|---|---|---|---|',
    ...rows.map(line),
    ...(notes.length === 0 ? [] : ['', ...notes.map((note) => `- ${note}`)]),
  ].join('\n');
}

function line(row: Row): string {
  const { name, reference, unit, imgd, other, ratio, spread } = row;
  const shown = (figures: readonly number[]) => `${figure(median(figures))} ${unit}`;
  const [least, greatest] = spread.map(figure);
  const verdict = row.goal === undefined ? '' : `${goalText(row.goal, unit)}${isReached(row) ? '' : ', **missed**'}`;
  return `| ${name} | ${shown(imgd)} | ${reference}: ${shown(other)} | ${figure(ratio)} (${least} to ${greatest}) | ${verdict} |`;
}

function goalText(goal: Goal, unit: string): string {
  if ('ratioAtLeast' in goal) return `ratio ≥ ${goal.ratioAtLeast}`;
  if ('ratioAtMost' in goal) return `ratio ≤ ${goal.ratioAtMost}`;
  if ('atMost' in goal) return `≤ ${figure(goal.atMost)} ${unit}`;
  return `more by ≤ ${goal.moreByAtMost} ${unit}`;
}

/** Two decimals for a small figure, none for a large one. */
function figure(value: number): string {
  return value < 10 ? value.toFixed(2) : Math.round(value).toLocaleString('en-US');
}
