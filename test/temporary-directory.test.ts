import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';

const MODULE = new URL('../scripts/testing/temporary-directory.ts', import.meta.url).href;
const SYSTEM = '/tmp';

/** Lets a process of its own choose its directory. @returns the choice, its TMPDIR and the mode of the directory */
async function chosen(place: { parent: string; neededBytes: number }, env: Record<string, string> = {}) {
  const program = `
    import { statSync } from 'node:fs';
    import { useMemoryForTemporaryFiles } from ${JSON.stringify(MODULE)};
    const directory = useMemoryForTemporaryFiles(${JSON.stringify(place)});
    console.log(JSON.stringify({ directory, set: process.env.TMPDIR, mode: statSync(directory).mode & 0o7777 }));
  `;
  const options = { env: { PATH: process.env.PATH ?? '', ...env } };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], options);
  return JSON.parse(stdout) as { directory: string; set?: string; mode: number };
}

async function ordinaryDirectory(t: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'imgd-place-'));
  t.after(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** tmpfs has O_DIRECT since Linux 6.6. */
function hasMemory(): boolean {
  const [major = 0, minor = 0] = release().split('.').map(Number);
  return process.platform === 'linux' && existsSync('/dev/shm') && (major > 6 || (major === 6 && minor >= 6));
}
const skip = hasMemory() ? false : 'there is no tmpfs with O_DIRECT';

test('temporary files go to memory where there is room, and end with the process', { skip }, async () => {
  const { directory, set, mode } = await chosen({ parent: '/dev/shm', neededBytes: 1 });
  assert.match(directory, /^\/dev\/shm\/imgd-tests-/);
  assert.equal(set, directory);
  assert.equal(mode, 0o1777);
  assert.ok(!existsSync(directory), 'removed with the process');
});

test('without enough memory the directory of the system stays', { skip }, async () => {
  const { directory, set } = await chosen({ parent: '/dev/shm', neededBytes: 2 ** 60 });
  assert.deepEqual([directory, set], [SYSTEM, undefined]);
});

test('where the place is missing, or not in memory, the directory of the system stays', async (t) => {
  // A directory on a disk, or of another kind than tmpfs.
  for (const parent of [join(await ordinaryDirectory(t), 'missing'), '/proc']) {
    const { directory, set } = await chosen({ parent, neededBytes: 1 });
    assert.deepEqual([directory, set], [SYSTEM, undefined], parent);
  }
});

test('TMPDIR wins', async (t) => {
  const own = await ordinaryDirectory(t);
  const { directory, set } = await chosen({ parent: '/dev/shm', neededBytes: 1 }, { TMPDIR: own });
  assert.deepEqual([directory, set], [own, own]);
});
