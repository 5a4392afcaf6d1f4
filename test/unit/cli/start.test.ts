import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { ROOT, temporary } from '../../support/deployed.ts';

const run = promisify(execFile);
const STAMP = "import('./bin/sources.js').then(({ digestOfSources, stampBundle }) => stampBundle(digestOfSources()))";

/** A checkout whose bundle and sources only say which of them runs. */
async function checkout(t: TestContext, built = true) {
  const root = await temporary(t);
  const at = (path: string) => join(root, path);
  const write = async (path: string, text: string) => {
    await mkdir(dirname(at(path)), { recursive: true });
    await writeFile(at(path), text);
  };
  await cp(join(ROOT, 'bin'), at('bin'), { recursive: true });
  await write('package.json', '{ "type": "module" }');
  await write('src/cli/main.ts', "console.log('sources');");
  await write('src/core/a.ts', 'export const a = 1;');
  await mkdir(at('packages/client/src'), { recursive: true });
  await mkdir(at('packages/upload/src'), { recursive: true });
  if (built) {
    await write('dist/main.js', "console.log('bundle');");
    await run(process.execPath, ['--eval', STAMP], { cwd: root });
  }
  const started = async () => (await run(process.execPath, [at('bin/start.js')])).stdout.trim();
  return { at, write, started };
}

describe('npm start of a checkout', () => {
  test('runs the bundle that was built from these sources', async (t) => {
    const { started } = await checkout(t);
    assert.equal(await started(), 'bundle');
  });

  test('runs the sources before a bundle is built, and where the build has ended early', async (t) => {
    const { at, started } = await checkout(t, false);
    assert.equal(await started(), 'sources');
    await mkdir(at('dist'));
    await writeFile(at('dist/main.js'), "console.log('bundle');");
    assert.equal(await started(), 'sources');
  });

  const CHANGES: Record<string, (of: Awaited<ReturnType<typeof checkout>>) => Promise<unknown>> = {
    'is edited': ({ write }) => write('src/core/a.ts', 'export const a = 2;'),
    'is replaced by an older file of the same size': async ({ write, at }) => {
      await write('src/core/a.ts', 'export const a = 3;');
      await utimes(at('src/core/a.ts'), 1, 1);
    },
    'is added': ({ write }) => write('packages/client/src/b.ts', ''),
    'is removed': ({ at }) => rm(at('src/core/a.ts')),
    'is renamed': ({ at }) => rename(at('src/core/a.ts'), at('src/core/c.ts')),
  };
  for (const [how, change] of Object.entries(CHANGES)) {
    test(`runs the sources when a source ${how}`, async (t) => {
      const made = await checkout(t);
      await change(made);
      assert.equal(await made.started(), 'sources');
    });
  }

  test('runs the sources after the dependencies were installed again', async (t) => {
    const { write, started } = await checkout(t);
    await write('node_modules/.package-lock.json', '{}');
    assert.equal(await started(), 'sources');
  });
});
