import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('./transcode-program.ts', import.meta.url));

type Job = readonly [format: string, input: string, output: string];
interface Result {
  format?: string;
  error?: string;
}

/**
 * Transcodes under the limits of a decoder process, in as many consecutive processes as retire.
 * @returns one result a job, or fewer and the reason if a process died
 */
export function runLimited(jobs: Job[]): { results: Result[]; ended: string } {
  const results: Result[] = [];
  let ended = '';
  while (results.length < jobs.length) {
    const child = run(jobs.slice(results.length));
    results.push(...child.results);
    ended = child.ended;
    if (child.results.length === 0 || child.status !== 0) break;
  }
  return { results, ended };
}

function run(jobs: Job[]): { results: Result[]; status: number | null; ended: string } {
  const child = spawnSync(
    '/bin/sh',
    [
      '-c',
      'ulimit -c 0; ulimit -v 2500000; exec "$0" "$@"',
      process.execPath,
      '--no-warnings',
      // 32 MiB for the WebAssembly of Node itself, which would otherwise reserve the address space.
      '--wasm-max-mem-pages=512',
      PROGRAM,
      ...jobs.flat(),
    ],
    { env: { MALLOC_ARENA_MAX: '1' }, encoding: 'utf8', timeout: 30_000 },
  );
  const lines = child.stdout.split('\n').filter((line) => line !== '');
  return {
    results: lines.map((line) => JSON.parse(line)),
    status: child.status,
    ended: `code ${child.status}, signal ${child.signal}, ${child.stderr.slice(0, 500)}`,
  };
}
