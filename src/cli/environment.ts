import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { authoritySettings, trustAuthorities } from '../lib/authorities.ts';
import type { Environment } from '../lib/env.ts';

const OPTION = '--env-file';

/** Absolute paths, in the order of the command line. */
const files: string[] = [];

/**
 * Takes `--env-file FILE` out of a command line, before or after the command, up to `--`. It may be repeated.
 * @returns the other arguments; an option without a file stays, for the parser of the command line to refuse
 */
export function takeEnvFiles(args: readonly string[]): string[] {
  const others: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] as string;
    if (arg === '--') return [...others, ...args.slice(at)];
    const next = args[at + 1];
    if (arg.startsWith(`${OPTION}=`)) files.push(resolve(arg.slice(OPTION.length + 1)));
    else if (arg === OPTION && next !== undefined) {
      files.push(resolve(next));
      at++;
    } else others.push(arg);
  }
  return others;
}

/**
 * The environment with the variables of the files of `--env-file`; each call reads the files again. A variable of the
 * environment wins over the files, a later file over an earlier one. Variables that are no settings also become part of
 * `process.env`, because libraries read them there.
 * @throws Error that names a file that cannot be read
 */
export function readEnvironment(): Environment {
  const found = variablesOfFiles();
  for (const [name, { text }] of Object.entries(found)) if (!name.startsWith('IMGD_')) process.env[name] ??= text;
  return { ...Object.fromEntries(Object.entries(found).map(([name, { text }]) => [name, text])), ...process.env };
}

/** Trusts the authorities of the settings from now on. @throws Error that names the setting */
export function trustConfigured(): void {
  const path = readEnvironment()[authoritySettings.caFile.name];
  trustAuthorities(path);
  // For pg_dump and pg_restore.
  if (path) process.env.PGSSLROOTCERT ??= path;
}

/** The file of `--env-file` that a variable comes from; undefined when it comes from the environment. */
export function envFileOf(name: string): string | undefined {
  return process.env[name] === undefined ? variablesOfFiles()[name]?.file : undefined;
}

function variablesOfFiles(): Record<string, { text: string; file: string }> {
  const found: Record<string, { text: string; file: string }> = {};
  for (const file of files) {
    for (const [name, text] of Object.entries(parseEnv(readText(file)))) found[name] = { text: text ?? '', file };
  }
  return found;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`The settings file ${file} (--env-file) cannot be read:`, { cause: error });
  }
}
