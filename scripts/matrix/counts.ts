import { globSync } from 'node:fs';
import { basename } from 'node:path';
import type { TestEvent } from 'node:test/reporters';

/** What became of the tests of a file. */
export interface Counts {
  pass: number;
  fail: number;
  skip: number;
}

/** By path of the file. */
export type Column = Record<string, Counts>;

/** The suite that speaks HTTP only. */
export const FILES = globSync('test/api/**/*.test.ts').sort();

/** Where a test is about one engine, its reason to be skipped on others begins so; in CI no other reason is taken. */
export const ENGINE_SPECIFIC = /^engine: ./;

/** One test that has ended. */
export interface Outcome {
  path: string;
  name: string;
  kind: keyof Counts;
  /** Why it was skipped. */
  reason?: string;
  error?: unknown;
}

/** The outcome that an event of the runner tells of; undefined for suites and for files of other suites. */
export function outcomeOf({ type, data }: TestEvent): Outcome | undefined {
  if (type !== 'test:pass' && type !== 'test:fail') return undefined;
  const path = FILES.find((file) => data.file?.endsWith(file) || data.name === file);
  if (path === undefined || data.details.type === 'suite') return undefined;
  const { name, skip } = data;
  if (type === 'test:fail') return { path, name, kind: 'fail', error: data.details.error };
  if (skip !== undefined) return { path, name, kind: 'skip', reason: String(skip) };
  // A file that ran is no test.
  return name === path ? undefined : { path, name, kind: 'pass' };
}

export function count(column: Column, { path, kind }: Outcome): void {
  column[path] ??= { pass: 0, fail: 0, skip: 0 };
  column[path][kind]++;
}

/** A Markdown table, a row a file and a column an engine. */
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

/** Files of which one engine has run other tests than another one, where both have run it. */
export function unequal(one: Column, other: Column): string[] {
  const tests = ({ pass, fail, skip }: Counts) => pass + fail + skip;
  return Object.entries(one)
    .filter(([file, counts]) => other[file] !== undefined && tests(other[file]) !== tests(counts))
    .map(([file]) => file);
}

function add(a: Counts, b: Counts): Counts {
  return { pass: a.pass + b.pass, fail: a.fail + b.fail, skip: a.skip + b.skip };
}
