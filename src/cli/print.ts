import { AppError } from '../core/errors.ts';
import { SettingsError } from '../lib/env.ts';

/** Prints a line of the result on standard output. */
export function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Prints a JSON document on standard output. */
export function printJson(value: unknown): void {
  printLine(JSON.stringify(value, null, 2));
}

/** Prints a message to the user on standard error. */
export function printNote(text: string): void {
  process.stderr.write(`imgd: ${text}\n`);
}

/** Warns of variables that look like settings. */
export function warnOfUnknown(names: readonly string[]): void {
  for (const name of names) printNote(`there is no setting ${name}; it is ignored`);
}

/** Formats rows under their headings in aligned columns. */
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

/** An error in one line (settings: one line for each problem), with its root cause unless the message contains it. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const root = rootOf(error).message;
  const isComplete = error instanceof AppError || error instanceof SettingsError || error.message.includes(root);
  return isComplete ? error.message : `${error.message} ${root}`;
}

function rootOf(error: Error): Error {
  return error.cause instanceof Error ? rootOf(error.cause) : error;
}
