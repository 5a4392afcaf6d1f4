import { AppError } from '../core/errors.ts';
import { SettingsError } from '../lib/env.ts';

/** A line for whoever, or whatever, reads the result. */
export function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** One JSON document on standard output. */
export function printJson(value: unknown): void {
  printLine(JSON.stringify(value, null, 2));
}

/** A line for the person at the terminal. */
export function printNote(text: string): void {
  process.stderr.write(`imgd: ${text}\n`);
}

/** Rows under their headings, columns as wide as their widest cell. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** An error in one line (settings: one for each problem), with its root cause unless it speaks of that itself. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const root = rootOf(error).message;
  const speaksForItself = error instanceof AppError || error instanceof SettingsError || error.message.includes(root);
  return speaksForItself ? error.message : `${error.message} ${root}`;
}

function rootOf(error: Error): Error {
  return error.cause instanceof Error ? rootOf(error.cause) : error;
}
