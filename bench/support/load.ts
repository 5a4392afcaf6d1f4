import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findProgram } from '../../scripts/services/process.ts';

const run = promisify(execFile);
const CONNECTIONS = 32;
const PATHS_PROGRAM = fileURLToPath(new URL('paths.lua', import.meta.url));

/** The result of one run of the load program. */
export interface LoadResult {
  /** Answered requests. */
  requests: number;
  perSecond: number;
}

export const LOAD_PROGRAM = findProgram('wrk') === undefined ? 'autocannon' : 'wrk';

/**
 * Requests one address over 32 connections from a separate process: wrk, or autocannon if it is missing.
 * @throws Error if a response is an error
 */
export async function load(url: string, seconds: number, headers: Record<string, string> = {}): Promise<LoadResult> {
  return LOAD_PROGRAM === 'wrk' ? loadByWrk([url], seconds, headers) : loadByAutocannon(url, seconds, headers);
}

/** Requests many paths of one server in turn. @throws Error if a response is an error, or wrk is missing */
export async function loadPaths(
  base: string,
  paths: readonly string[],
  seconds: number,
  headers: Record<string, string> = {},
): Promise<LoadResult> {
  if (LOAD_PROGRAM !== 'wrk') throw new Error('wrk is not installed');
  const directory = await mkdtemp(join(tmpdir(), 'imgd-paths-'));
  try {
    const list = join(directory, 'paths');
    await writeFile(list, `${paths.join('\n')}\n`);
    return await loadByWrk(['-s', PATHS_PROGRAM, base, '--', list], seconds, headers);
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function loadByWrk(what: string[], seconds: number, headers: Record<string, string>): Promise<LoadResult> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const { stdout } = await run('wrk', ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, ...given, ...what]);
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout);
  return {
    requests: Number(/(\d+) requests in/.exec(stdout)?.[1]),
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
  };
}

async function loadByAutocannon(url: string, seconds: number, headers: Record<string, string>): Promise<LoadResult> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const args = ['autocannon', '--json', '-c', String(CONNECTIONS), '-d', String(seconds), ...given, url];
  const { stdout } = await run('npx', args, { maxBuffer: 2 ** 24 });
  const { requests, errors, non2xx } = JSON.parse(stdout);
  if (errors > 0 || (non2xx > 0 && headers['If-None-Match'] === undefined)) throw new Error(stdout);
  return { requests: requests.total, perSecond: requests.average };
}
