import { spawn } from 'node:child_process';
import { compare, type Row } from './support/compare.ts';
import { startService } from './support/service.ts';

/** Starting: from the start of the process to the first 200, beside a Node process that does nothing. */
export async function benchStart(rounds: number): Promise<Row> {
  // The first start fills the cache of compiled code, as the first start after an installation does.
  await (await startService())[Symbol.asyncDispose]();
  const facts = { name: 'start with an empty catalog', reference: 'node --eval 0', unit: 'ms', rounds };
  return compare(
    facts,
    async () => {
      await using service = await startService();
      return service.startMs;
    },
    bareNode,
  );
}

function bareNode(): Promise<number> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--eval', '0'], { stdio: 'ignore' });
    child.once('error', reject);
    child.once('exit', () => resolve(performance.now() - begun));
  });
}
