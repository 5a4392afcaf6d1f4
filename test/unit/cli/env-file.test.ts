import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { imgd, serve, tempDir } from './support.ts';

/** The value of a setting in the output of `imgd config --json`. */
async function shownValue(name: string, args: readonly string[], env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await imgd(args, env);
  assert.equal(code, 0, stderr);
  const shown = JSON.parse(stdout) as { name: string; value: string }[];
  return shown.find((one) => one.name === name)?.value;
}

describe('--env-file', () => {
  it('gives settings, before and after the command', async () => {
    await using dir = await tempDir();
    const file = join(dir.path, 'imgd.env');
    await writeFile(file, '# settings\nIMGD_PORT=9001\nIMGD_CONTACT="me@example.org"\n');
    for (const args of [
      ['--env-file', file, 'config', '--json'],
      ['config', '--env-file', file, '--json'],
      ['config', '--json', `--env-file=${file}`],
    ]) {
      assert.equal(await shownValue('IMGD_PORT', args), '9001');
      assert.equal(await shownValue('IMGD_CONTACT', args), 'me@example.org');
    }
  });

  it('loses against the environment, and an earlier file against a later one', async () => {
    await using dir = await tempDir();
    const [first, second] = [join(dir.path, 'a.env'), join(dir.path, 'b.env')];
    await writeFile(first, 'IMGD_PORT=1\nIMGD_HOST=a\n');
    await writeFile(second, 'IMGD_PORT=2\n');
    const args = ['--env-file', first, '--env-file', second, 'config', '--json'];
    assert.equal(await shownValue('IMGD_PORT', args), '2');
    assert.equal(await shownValue('IMGD_HOST', args), 'a');
    assert.equal(await shownValue('IMGD_PORT', args, { IMGD_PORT: '3' }), '3');
  });

  it('reaches every command that reads settings, also imgd upload', async () => {
    await using dir = await tempDir();
    const [file, picture] = [join(dir.path, 'imgd.env'), join(dir.path, 'a.png')];
    await writeFile(file, `IMGD_DATA_DIR=${join(dir.path, 'data')}\nIMGD_CLIENT_URL=http://127.0.0.1:1\n`);
    assert.equal((await imgd(['migrate', '--env-file', file])).code, 0);
    assert.equal((await imgd(['account', 'create', 'a@example.org', '--env-file', file])).code, 0);
    assert.match((await imgd(['--env-file', file, 'account', 'list'])).stdout, /^a@example\.org /m);
    assert.equal((await imgd(['--env-file', file, 'doctor'])).code, 0);
    await writeFile(picture, 'x');
    const upload = await imgd(['upload', '--env-file', file, '--retries', '0', picture], { HOME: dir.path });
    assert.equal(upload.code, 1);
    assert.match(upload.stderr, /127\.0\.0\.1:1/);
  });

  it('serves with the settings of the file', async () => {
    await using dir = await tempDir();
    const file = join(dir.path, 'imgd.env');
    await writeFile(file, 'IMGD_CONTACT=abuse@example.org\n');
    await using server = await serve(join(dir.path, 'data'), {}, ['--env-file', file]);
    assert.match(await (await fetch(`${server.url}/about`)).text(), /abuse@example\.org/);
  });

  it('refuses a file that is missing or unreadable, and an option without one', async () => {
    await using dir = await tempDir();
    const missing = await imgd(['config', '--env-file', join(dir.path, 'none')]);
    assert.notEqual(missing.code, 0);
    assert.match(missing.stderr, /none/);
    const none = await imgd(['config', '--env-file']);
    assert.deepEqual([none.code, none.stdout], [2, '']);
    assert.match(none.stderr, /--env-file <file>.*missing/);
  });
});
