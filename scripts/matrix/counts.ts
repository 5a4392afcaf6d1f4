import { globSync } from 'node:fs';
import { basename } from 'node:path';
import type { TestEvent } from 'node:test/reporters';

/** Results of the tests of a file. */
export interface Counts {
  pass: number;
  fail: number;
  skip: number;
}

/** By path of the file. */
export type Column = Record<string, Counts>;

/** The HTTP-only suite. */
export const FILES = globSync('test/api/**/*.test.ts').sort();

/** The skip reason of a test for a single engine starts like this; CI accepts no other reason. */
export const ENGINE_SPECIFIC = /^engine: ./;

/** The result of one test. */
export interface Outcome {
  path: string;
  name: string;
  kind: keyof Counts;
  /** The skip reason. */
  reason?: string;
  error?: unknown;
}

/** The result in an event of the runner; undefined for suites and for other files. */
export function outcomeOf({ type, data }: TestEvent): Outcome | undefined {
  if (type !== 'test:pass' && type !== 'test:fail') return undefined;
  const path = FILES.find((file) => data.file?.endsWith(file) || data.name === file);
  if (path === undefined || data.details.type === 'suite') return undefined;
  const { name, skip } = data;
  if (type === 'test:fail') return { path, name, kind: 'fail', error: data.details.error };
  if (skip !== undefined) return { path, name, kind: 'skip', reason: String(skip) };
  // The runner also reports the file itself, which is not a test.
  return name === path ? undefined : { path, name, kind: 'pass' };
}

export function count(column: Column, { path, kind }: Outcome): void {
  column[path] ??= { pass: 0, fail: 0, skip: 0 };
  column[path][kind]++;
}

/** A Markdown table with a row for each file and a column for each engine. */
export function tableOf(columns: Record<string, Column>): string {
  const all = Object.values(columns);
  const cell = (counts: Counts | undefined) =>
    counts === undefined ? '' : `${counts.pass} / ${counts.fail} / ${counts.skip}`;
  const rows = FILES.filter((file) => all.some((column) => file in column)).map((file) => [
    basename(file, '.test.ts'),
    ...all.map((column) => cell(column[file])),
  ]);
  const sums = all.map((column) => cell(Object.values(column).reduce(add, { pass: 0, fail: 0, skip: 0 })));
  const head = ['passed / failed / skipped', ...Object.keys(columns)];
  return [head, head.map(() => '---'), ...rows, ['all', ...sums]].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Files with different numbers of tests on two engines. */
export function unequal(one: Column, other: Column): string[] {
  const tests = ({ pass, fail, skip }: Counts) => pass + fail + skip;
  return Object.entries(one)
    .filter(([file, counts]) => other[file] !== undefined && tests(other[file]) !== tests(counts))
    .map(([file]) => file);
}

function add(a: Counts, b: Counts): Counts {
  return { pass: a.pass + b.pass, fail: a.fail + b.fail, skip: a.skip + b.skip };
}
