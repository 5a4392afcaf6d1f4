import { spawn } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { backup, DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { openForReading } from './sqlite-file.ts';

/** In one step, which sees one state of the catalog and does not begin again when another process writes. */
const ALL_PAGES = 2 ** 31 - 1;
const MAX_PROBLEMS = 10;

/**
 * Copies a SQLite catalog that may be in use into one new file, and checks the structure of the copy.
 * @throws Error when the catalog is corrupt
 */
export async function copySqliteFile(from: string, to: string): Promise<void> {
  await writeFile(to, '', { mode: 0o600 });
  const source = openForReading(from);
  try {
    await backup(source, to, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(to);
  try {
    // One file, without the two that belong to an open catalog.
    copy.exec('PRAGMA journal_mode = DELETE');
  } finally {
    copy.close();
  }
  const [problem] = checkSqliteFile(to);
  if (problem !== undefined) throw new Error(`The catalog ${from} is corrupt (${problem}): run imgd doctor.`);
}

/** Checks the structure of a SQLite file. @returns its problems, at most ten; empty = none */
export function checkSqliteFile(path: string): string[] {
  try {
    const file = openForReading(path);
    try {
      const rows = file.prepare(`PRAGMA quick_check(${MAX_PROBLEMS})`).all() as { quick_check: string }[];
      return rows.map((row) => row.quick_check).filter((line) => line !== 'ok');
    } finally {
      file.close();
    }
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** Writes a dump in PostgreSQL's custom format. @param snapshot an exported snapshot of a transaction that is open */
export async function dumpPostgres(url: string, snapshot: string, to: string): Promise<void> {
  await runTool('pg_dump', url, to, ['--format=custom', '--no-password', `--snapshot=${snapshot}`, `--file=${to}`]);
}

/** Restores such a dump into an empty database, completely or not at all. */
export async function restorePostgres(url: string, from: string): Promise<void> {
  await runTool('pg_restore', url, from, [
    '--no-owner',
    '--no-privileges',
    '--no-password',
    '--single-transaction',
    from,
  ]);
}

/** @throws Error that says what to install, when the tool is missing or older than the server */
export async function requireTool(tool: 'pg_dump' | 'pg_restore', serverMajor: number): Promise<void> {
  const found = await run(tool, ['--version']).catch(() => undefined);
  const major = Number(/(\d+)(\.|\D|$)/.exec(found ?? '')?.[1] ?? 0);
  if (major >= serverMajor) return;
  const state = found === undefined ? 'is not installed' : `has version ${major}, and the server ${serverMajor}`;
  throw new Error(
    `${tool} ${state}: install the client programs of PostgreSQL ${serverMajor} or newer (Debian: postgresql-client-${serverMajor}).`,
  );
}

/** @param file of the dump; the password is in a file beside it while the program runs */
async function runTool(tool: string, url: string, file: string, args: readonly string[]): Promise<void> {
  // Other users of the machine see arguments.
  const [, start, password = '', rest] = /^(\w+:\/\/[^:@/]*):([^@/]*)(@.*)$/.exec(url) ?? [];
  if (start === undefined) return void (await run(tool, [`--dbname=${url}`, ...args]));
  const passfile = `${file}.password`;
  const escaped = decodeURIComponent(password).replace(/[\\:]/g, '\\$&');
  await writeFile(passfile, `*:*:*:*:${escaped}\n`, { mode: 0o600 });
  const bare = `${start}${rest}${url.includes('?') ? '&' : '?'}passfile=${encodeURIComponent(passfile)}`;
  try {
    await run(tool, [`--dbname=${bare}`, ...args]);
  } finally {
    await rm(passfile, { force: true });
  }
}

/** @returns its output @throws Error with the last line of its messages */
async function run(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject));
  const [output, messages, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (code === 0) return output;
  throw new Error(`${program} has failed: ${messages.trim().split('\n').at(-1) || `exit code ${code}`}`);
}
