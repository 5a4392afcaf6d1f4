import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chownSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { read, temporary } from '../support/deployed.ts';
import { PROGRAM } from '../support/program.ts';

const IS_ROOT = process.getuid?.() === 0;
/** The user of the service: another one where the test may change it. */
const USER = IS_ROOT ? 'daemon' : userInfo().username;
const DAEMON_GROUP = 1;

interface Installation {
  data: string;
  settings: string;
  run(args: readonly string[], env?: Record<string, string>): { status: number | null; stdout: string; stderr: string };
}

/** The wrapper with other paths and another user. @param program a script; default: imgd of this checkout */
async function install(t: TestContext, text?: string, program?: string): Promise<Installation> {
  const directory = await temporary(t);
  await chmod(directory, 0o755);
  const at = (name: string) => join(directory, name);
  await writeFile(at('program'), program ?? `#!/bin/sh\nexec ${process.execPath} -- ${PROGRAM} "$@"\n`);
  await chmod(at('program'), 0o755);
  if (text !== undefined) await writeFile(at('imgd.env'), text, { mode: 0o640 });
  if (text !== undefined && IS_ROOT) chownSync(at('imgd.env'), 0, DAEMON_GROUP);
  const values = { program: at('program'), settings: at('imgd.env'), user: USER, data: at('data') };
  const script = Object.entries(values).reduce(
    (all, [name, value]) => all.replace(new RegExp(`^${name}=.*$`, 'm'), `${name}=${value}`),
    read('deploy/imgd'),
  );
  await writeFile(at('imgd'), script);
  await chmod(at('imgd'), 0o755);
  const run: Installation['run'] = (args, env = {}) =>
    spawnSync(at('imgd'), args, { cwd: '/', encoding: 'utf8', env: { PATH: process.env.PATH, ...env } });
  return { data: at('data'), settings: at('imgd.env'), run };
}

const SHOW = '#!/bin/sh\nid -un\nenv | grep ^IMGD_ || true\nfor arg; do echo "<$arg>"; done\n';

describe('deploy/imgd', () => {
  test('runs a command as the user of the service with its settings, whatever the caller has set', async (t) => {
    const { data, settings, run } = await install(t, 'IMGD_CLIENT_KEY=secret-key\n', SHOW);
    const { status, stdout, stderr } = run(['account', 'a b'], { IMGD_DATA_DIR: '/elsewhere', IMGD_PORT: '1' });
    assert.deepEqual([status, stderr], [0, '']);
    assert.equal(
      stdout,
      [USER, `IMGD_DATA_DIR=${data}`, '<--env-file>', `<${settings}>`, '<account>', '<a b>', ''].join('\n'),
    );
    assert.ok(!stdout.includes('secret-key'));
  });

  test('lets the settings choose the data directory, and does without a file of settings', async (t) => {
    const chosen = await install(t, 'IMGD_DATA_DIR=/srv/imgd\n', SHOW);
    assert.ok(!chosen.run(['doctor']).stdout.includes('IMGD_DATA_DIR'));
    const none = await install(t, undefined, SHOW);
    assert.equal(none.run(['doctor']).stdout, [USER, `IMGD_DATA_DIR=${none.data}`, '<doctor>', ''].join('\n'));
  });

  test('starts imgd, which reads the file', async (t) => {
    const { data, run } = await install(t, 'IMGD_CONTACT=abuse@example.org\n');
    const { status, stdout, stderr } = run(['config', '--json']);
    assert.equal(status, 0, stderr);
    const shown = JSON.parse(stdout) as { name: string; value: string }[];
    const of = (name: string) => shown.find((one) => one.name === name)?.value;
    assert.deepEqual([of('IMGD_CONTACT'), of('IMGD_DATA_DIR')], ['abuse@example.org', data]);
  });

  test('says how the user of the service can read the settings', { skip: !IS_ROOT && 'needs root' }, async (t) => {
    const { settings, run } = await install(t, 'IMGD_PORT=1\n', SHOW);
    await chmod(settings, 0o600);
    const { status, stdout, stderr } = run(['account', 'list']);
    assert.deepEqual([status, stdout], [1, '']);
    assert.equal(stderr, `imgd: daemon cannot read ${settings}: chgrp daemon ${settings} && chmod 640 ${settings}\n`);
  });

  test('names a program that is missing', async (t) => {
    const { run } = await install(t, undefined, SHOW);
    const broken = await install(t, undefined, '');
    assert.equal(run(['config']).status, 0);
    await chmod(join(broken.data, '../program'), 0o644);
    assert.match(broken.run(['config']).stderr, /^imgd: .*\/program is missing or no program/);
  });
});
