import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findProgram } from '../../scripts/services/process.ts';

const run = promisify(execFile);
const CONNECTIONS = 32;

/** What one run of the load program saw. */
export interface LoadResult {
  perSecond: number;
}

export const LOAD_PROGRAM = findProgram('wrk') === undefined ? 'autocannon' : 'wrk';

/**
 * Asks for one address over 32 connections, from a process of its own: wrk, or autocannon where it is missing.
 * @throws Error when an answer is a failure
 */
export async function load(url: string, seconds: number, headers: Record<string, string> = {}): Promise<LoadResult> {
  return LOAD_PROGRAM === 'wrk' ? loadByWrk(url, seconds, headers) : loadByAutocannon(url, seconds, headers);
}

async function loadByWrk(url: string, seconds: number, headers: Record<string, string>): Promise<LoadResult> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const { stdout } = await run('wrk', ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, ...given, url]);
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout);
  return { perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]) };
}

async function loadByAutocannon(url: string, seconds: number, headers: Record<string, string>): Promise<LoadResult> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const args = ['autocannon', '--json', '-c', String(CONNECTIONS), '-d', String(seconds), ...given, url];
  const { stdout } = await run('npx', args, { maxBuffer: 2 ** 24 });
  const { requests, errors, non2xx } = JSON.parse(stdout);
  if (errors > 0 || (non2xx > 0 && headers['If-None-Match'] === undefined)) throw new Error(stdout);
  return { perSecond: requests.average };
}
