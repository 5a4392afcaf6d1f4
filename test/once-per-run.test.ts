import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { appendFile, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { oncePerRun } from './support/once-per-run.ts';

const MODULE = new URL('support/once-per-run.ts', import.meta.url).href;

async function runDirectory(t: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'imgd-once-'));
  t.after(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** Fills the folder with one file and notes it. */
function filler(run: string) {
  return async (folder: string) => {
    await appendFile(join(run, 'filled'), 'x');
    await appendFile(join(folder, 'file'), 'content');
  };
}

test('one of several processes fills the folder, and all of them read it', async (t) => {
  const run = await runDirectory(t);
  const program = `
    import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
    import { setTimeout } from 'node:timers/promises';
    import { oncePerRun } from ${JSON.stringify(MODULE)};
    const fill = async (folder) => {
      appendFileSync(${JSON.stringify(join(run, 'filled'))}, 'x');
      writeFileSync(folder + '/file', 'begun');
      await setTimeout(500);
      writeFileSync(folder + '/file', 'complete');
    };
    const folder = await oncePerRun({ after() {} }, 'shared', fill, ${JSON.stringify(run)});
    process.stdout.write(readFileSync(folder + '/file', 'utf8'));
  `;
  const started = [1, 2, 3].map(() => promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]));
  const outputs = (await Promise.all(started)).map(({ stdout }) => stdout);
  assert.deepEqual(outputs, ['complete', 'complete', 'complete']);
  assert.equal(await readFile(join(run, 'filled'), 'utf8'), 'x');
});

test('a failed attempt fails its test, and the next one fills the folder', async (t) => {
  const run = await runDirectory(t);
  const failing = async () => {
    throw new Error('planted');
  };
  await assert.rejects(oncePerRun(t, 'shared', failing, run), /planted/);
  const folder = await oncePerRun(t, 'shared', filler(run), run);
  assert.equal(folder, join(run, 'shared'));
  assert.deepEqual(await readdir(folder), ['file']);
});

test('a test does not wait for a process that was killed', async (t) => {
  const run = await runDirectory(t);
  const { pid } = spawnSync(process.execPath, ['--version']);
  await symlink(String(pid), join(run, 'shared.lock'));
  const folder = await oncePerRun(t, 'shared', filler(run), run);
  assert.deepEqual(await readdir(folder), ['file']);
});

test('without a directory of the run each test fills a folder for itself', async (t) => {
  const run = await runDirectory(t);
  const folders = [1, 2].map(() => oncePerRun(t, 'shared', filler(run), ''));
  assert.equal(new Set(await Promise.all(folders)).size, 2);
  assert.equal(await readFile(join(run, 'filled'), 'utf8'), 'xx');
});
