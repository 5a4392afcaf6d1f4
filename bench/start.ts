import { spawn } from 'node:child_process';
import { compare } from './support/compare.ts';
import type { Options, Results } from './support/results.ts';
import { startService } from './support/service.ts';

const GOAL_MS = 1_000;

/** Starting: from the start of the process to the first 200, beside a Node process that does nothing. */
export async function benchStart(results: Results, { rounds }: Options): Promise<void> {
  await results.measure('start with an empty catalog', async () => {
    // The first start fills the cache of compiled code, as the first start after an installation does.
    await (await startService())[Symbol.asyncDispose]();
    const name = 'start to the first 200, empty catalog';
    const facts = { name, reference: 'node --eval 0', unit: 'ms', rounds, goal: { atMost: GOAL_MS } };
    return compare(facts, emptyStart, bareNode);
  });
}

/** Milliseconds from the start of a service on an empty catalog to its first 200. */
export async function emptyStart(): Promise<number> {
  await using service = await startService();
  return service.startMs;
}

function bareNode(): Promise<number> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--eval', '0'], { stdio: 'ignore' });
    child.once('error', reject);
    child.once('exit', () => resolve(performance.now() - begun));
  });
}
