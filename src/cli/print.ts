import { AppError } from '../core/errors.ts';
import { SettingsError } from '../lib/env.ts';

// Also what a terminal obeys beyond ASCII, and characters that change the direction of a line.
const CONTROLS = /[\p{Control}\p{Line_Separator}\p{Paragraph_Separator}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Text for a terminal: stored names may contain control characters. As in JSON, `\\u001b` stands for ESC. */
export function escapeControls(text: string, kept = ''): string {
  return text.replace(CONTROLS, (character) =>
    kept.includes(character) ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Prints a line of the result, or several, on standard output. */
export function printLine(text: string): void {
  process.stdout.write(`${escapeControls(text, '\n\t')}\n`);
}

/** Prints a JSON document on standard output. */
export function printJson(value: unknown): void {
  printLine(JSON.stringify(value, null, 2));
}

let isQuiet = false;

/** Hides what `printContext` would print: the option `--quiet`. */
export function beQuiet(): void {
  isQuiet = true;
}

/** Prints on standard error what a command acts on. */
export function printContext(text: string): void {
  if (!isQuiet) printNote(text);
}

/** Prints a message to the user on standard error. */
export function printNote(text: string): void {
  process.stderr.write(`imgd: ${escapeControls(text, '\n\t')}\n`);
}

/** A count with its noun, such as `1 image`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Warns of variables that look like settings. */
export function warnOfUnknown(names: readonly string[]): void {
  for (const name of names) printNote(`there is no setting ${name}; it is ignored`);
}

/** Formats rows under their headings in aligned columns. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows].map((line) => line.map((cell) => escapeControls(cell)));
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

/** The address of the service for a link that a command prints; a note says when the settings have none. */
export function publicAddress({ baseUrl, port }: { baseUrl: string | undefined; port: number }): string {
  if (baseUrl === undefined) {
    printNote('IMGD_BASE_URL is not set here: the link needs the address of the service instead of localhost');
  }
  return baseUrl ?? `http://localhost:${port}`;
}
