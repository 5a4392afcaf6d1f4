import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compare } from './support/compare.ts';
import type { Options, Results } from './support/results.ts';
import { type ServiceOptions, START, startService } from './support/service.ts';

const run = promisify(execFile);
const SOURCES = join(import.meta.dirname, '../bin/imgd.js');

const GOAL_MS = 600;

/** Starting: from the start of the process to the first 200, beside a Node process that does nothing. */
export async function benchStart(results: Results, { rounds }: Options): Promise<void> {
  await results.measure('start with an empty catalog', async () => {
    // The first start fills the cache of compiled code, as the first start after an installation does.
    await emptyStart();
    const name = 'start to the first 200, empty catalog';
    const facts = { name, reference: 'node --eval 0', unit: 'ms', rounds, goal: { atMost: GOAL_MS } };
    return compare(facts, () => emptyStart(), bareNode);
  });
  await results.measure('start of the sources', async () => {
    const facts = { name: 'start to the first 200, npm start', reference: 'the sources', unit: 'ms', rounds };
    return compare(
      facts,
      () => emptyStart(),
      () => emptyStart({ program: SOURCES }),
      { warmUp: true },
    );
  });
  await results.measure('start of the package', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'imgd-bench-'));
    try {
      const program = await packInto(directory);
      const facts = {
        name: 'start to the first 200, package',
        reference: 'npm start of a checkout',
        unit: 'ms',
        rounds,
      };
      return await compare(
        facts,
        () => emptyStart({ program }),
        () => emptyStart(),
        { warmUp: true },
      );
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });
}

/** Milliseconds from the start of a service on an empty catalog to its first 200. */
export async function emptyStart(options: ServiceOptions = {}): Promise<number> {
  await using service = await startService({ program: START, ...options });
  return service.startMs;
}

/** `npm pack`, unpacked beside the dependencies of the checkout. @returns its bin/imgd.js */
async function packInto(directory: string): Promise<string> {
  const root = join(import.meta.dirname, '..');
  await run('npm', ['pack', '--pack-destination', directory], { cwd: root });
  await run('sh', ['-c', 'tar -xzf imgd-*.tgz'], { cwd: directory });
  await symlink(join(root, 'node_modules'), join(directory, 'package/node_modules'));
  return join(directory, 'package/bin/imgd.js');
}

function bareNode(): Promise<number> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--eval', '0'], { stdio: 'ignore' });
    child.once('error', reject);
    child.once('exit', () => resolve(performance.now() - begun));
  });
}
