import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { PROGRAM } from '../../support/program.ts';

/** Runs a command under the umask 022. @returns what it prints */
async function run(dataDir: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, IMGD_DATA_DIR: dataDir, IMGD_PORT: '0', IMGD_WEB: 'off' };
  const child = spawn('sh', ['-c', `umask 022; exec "$0" "$@"`, process.execPath, PROGRAM, ...args], { env });
  const printed = Promise.all([text(child.stdout), text(child.stderr)]);
  if (args[0] === 'serve') {
    await Promise.race([once(child.stdout, 'readable'), once(child, 'exit')]);
    setTimeout(() => child.kill('SIGTERM'), 1_500);
  }
  return (await printed).join('\n');
}

test('no other user can read the files, and an open directory gets a warning', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'imgd-test-'));
  try {
    await chmod(dataDir, 0o755);
    assert.match(await run(dataDir, 'serve'), /other users can enter the data directory .*mode 0755/);
    assert.match(await run(dataDir, 'doctor'), /other users can enter the data directory/);
    await run(dataDir, 'account', 'create', 'a@example.com');
    for (const name of await readdir(dataDir, { recursive: true })) {
      const { mode } = await stat(join(dataDir, name));
      assert.equal(mode & 0o077, 0, `${name} ${mode.toString(8)}`);
    }
    await chmod(dataDir, 0o700);
    assert.doesNotMatch(await run(dataDir, 'doctor'), /other users/);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
