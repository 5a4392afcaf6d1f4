import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Row } from './compare.ts';
import type { Machine } from './machine.ts';
import { table } from './table.ts';

const BEGIN = '<!-- measured by npm run bench -->';
const END = '<!-- end -->';
const LIMIT_MINUTES = 10;

/** The selected parts and their duration. */
export interface Options {
  rounds: number;
  /** Seconds of load for each figure. */
  seconds: number;
}

/** Collects measurements. */
export interface Results {
  rows: Row[];
  /** Failed measurements with their reasons. */
  notes: string[];
  /** Number of failed measurements. */
  failures(): number;
  /** Runs a measurement. A failure is recorded, and so is one that takes longer; the others still run. */
  measure(name: string, work: () => Promise<Row | readonly Row[] | undefined>, limitMinutes?: number): Promise<void>;
}

export function createResults(say: (line: string) => void): Results {
  const rows: Row[] = [];
  const notes: string[] = [];
  let failures = 0;
  return {
    rows,
    notes,
    failures: () => failures,
    async measure(name, work, limitMinutes = LIMIT_MINUTES) {
      try {
        const measured = [await inTime(work(), limitMinutes)].flat().filter((row) => row !== undefined);
        rows.push(...measured);
        for (const row of measured) say(`${row.name}: ${row.ratio.toFixed(2)} of ${row.reference}`);
      } catch (error) {
        failures++;
        // Print the reason but do not save it, because it may contain paths of the machine.
        notes.push(`Not measured: ${name} failed.`);
        say(`${name} FAILED: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      }
    },
  };
}

/** Time limit of one measurement, so that the others still run. */
function inTime<T>(work: Promise<T>, limitMinutes: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done in ${limitMinutes} minutes`)), limitMinutes * 60_000);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Writes the figures to bench/results, and their table to docs/performance.md. */
export async function keepResults(root: string, results: Results, machine: Machine, options: Options): Promise<void> {
  const { rows, notes } = results;
  const date = new Date().toISOString().slice(0, 10);
  await mkdir(join(root, 'bench/results'), { recursive: true });
  const facts = { date, machine, options, notes, rows };
  await writeFile(join(root, `bench/results/${date}.json`), `${JSON.stringify(facts, null, 2)}\n`);
  const page = join(root, 'docs/performance.md');
  const text = await readFile(page, 'utf8');
  const [before, rest] = text.split(BEGIN);
  const after = rest?.split(END).slice(1).join(END);
  if (after === undefined) throw new Error(`${page} has no part for the results`);
  const said = `Measured on ${date}: ${options.rounds} rounds of ${options.seconds} s each.\n\n${table(rows, machine, notes)}`;
  await writeFile(page, `${before}${BEGIN}\n\n${said}\n\n${END}${after}`);
}
