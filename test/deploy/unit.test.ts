import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { ROOT, read, skipWithout, temporary } from '../support/deployed.ts';
import { serve, uploadPlain } from '../support/served.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);
const UNIT = read('deploy/imgd.service');
/** Maximum exposure level of `systemd-analyze security`, in tenths. Lower is more secure. */
const MAX_EXPOSURE = 21;
/** The same without what the sandbox of decoders needs. */
const MAX_EXPOSURE_WITHOUT_SANDBOX = 15;
/** The same as it is: systemd-notify, a child process, tells systemd about the service. */
const MAX_EXPOSURE_WITH_NOTIFY = 23;
const WITHOUT_NOTIFY = UNIT.replace('NotifyAccess=all', 'NotifyAccess=main');
const SANDBOX_CALLS = ['mount', 'umount2', 'pivot_root', 'capset'];

describe('the systemd unit', () => {
  test('is valid for systemd', { skip: skipWithout('systemd-analyze') }, async (t) => {
    const directory = await temporary(t);
    const path = join(directory, 'imgd.service');
    const unit = UNIT.replaceAll('/opt/imgd', directory);
    await mkdir(join(directory, 'node_modules/.bin'), { recursive: true });
    await symlink(join(ROOT, 'bin/imgd.js'), join(directory, 'node_modules/.bin/imgd'));
    const verify = async (text: string) => {
      await writeFile(path, text);
      const { stdout, stderr } = await run('systemd-analyze', ['verify', '--man=no', path]).catch((error) => error);
      return `${stdout}${stderr}`
        .split('\n')
        .filter((line) => line.includes('imgd.service'))
        .join('\n');
    };
    assert.equal(await verify(unit), '');
    assert.match(await verify(unit.replace('OOMPolicy=continue', 'OOMPolicy=perhaps')), /OOMPolicy|OOM policy/);
  });

  test('and those of the backup are valid, too', { skip: skipWithout('systemd-analyze') }, async (t) => {
    const directory = await temporary(t);
    await mkdir(join(directory, 'node_modules/.bin'), { recursive: true });
    await symlink(join(ROOT, 'bin/imgd.js'), join(directory, 'node_modules/.bin/imgd'));
    const paths = ['imgd-backup.service', 'imgd-backup.timer'].map((name) => join(directory, name));
    for (const path of paths) {
      await writeFile(path, read(`deploy/${basename(path)}`).replaceAll('/opt/imgd', directory));
    }
    const { stdout, stderr } = await run('systemd-analyze', ['verify', '--man=no', ...paths]).catch((error) => error);
    const about = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('imgd-backup'));
    assert.deepEqual(about, []);
  });

  test('disables everything that imgd does not need', { skip: skipWithout('systemd-analyze') }, async (t) => {
    const path = join(await temporary(t), 'imgd.service');
    const check = async (text: string, maximum = MAX_EXPOSURE) => {
      await writeFile(path, text);
      const options = ['security', '--offline=true', `--threshold=${maximum}`, '--no-pager', path];
      return run('systemd-analyze', options).then(
        () => 'ok',
        ({ stdout }) => String(stdout).trimEnd().split('\n').at(-1),
      );
    };
    assert.equal(await check(UNIT, MAX_EXPOSURE_WITH_NOTIFY), 'ok');
    assert.equal(await check(WITHOUT_NOTIFY), 'ok');
    const withoutSandbox = WITHOUT_NOTIFY.replace(/^RestrictNamespaces=.*$/m, 'RestrictNamespaces=yes').replace(
      `SystemCallFilter=${SANDBOX_CALLS.join(' ')}\n`,
      '',
    );
    assert.equal(await check(withoutSandbox, MAX_EXPOSURE_WITHOUT_SANDBOX), 'ok');
    assert.match(String(await check(UNIT.replaceAll(/^(Protect|Restrict)\w+=.*\n/gm, ''))), /exposure level/);
  });

  const programs = skipWithout('systemd-analyze', 'strace', 'bwrap');
  test('its filter allows every system call of uploads and decoders', { skip: programs }, async (t) => {
    const directory = await temporary(t);
    const trace = join(directory, 'calls');
    const env = {
      PATH: process.env.PATH,
      IMGD_DATA_DIR: join(directory, 'data'),
      IMGD_PORT: '0',
      IMGD_WEB: 'off',
      IMGD_LOG_LEVEL: 'warn',
      IMGD_MIN_FREE_BYTES: '0',
      IMGD_DECODER_PROCESSES: '1',
      IMGD_SANDBOX: 'require',
    };
    const command = ['strace', '-D', '-f', '-c', '-U', 'name', '-o', trace, process.execPath, 'bin/imgd.js', 'serve'];
    const service = await serve(command, env, ROOT);
    try {
      // A PNG, a TIFF, which is transcoded, and a variant.
      const path = await uploadPlain(service.url, '#a52', 'tiff');
      await uploadPlain(service.url, '#2a5');
      const variant = path.replace('/i/', '/v/').replace(/\.\w+$/, '/160.webp');
      assert.equal((await fetch(service.url + variant)).status, 200);
    } finally {
      await service.end();
    }
    // With -D strace is not the parent of the service, and writes its output shortly after the service exits.
    await until(() => existsSync(trace) && readFileSync(trace, 'utf8').includes('listen'));
    const used = [...readFileSync(trace, 'utf8').matchAll(/[a-z_0-9]+/g)].map(([word]) => word);
    const ignored = ['syscall', 'total'];
    for (const expected of ['execve', 'prlimit64', 'fsync', 'listen', 'pivot_root'])
      assert.ok(used.includes(expected), expected);

    // SQLite changes the owner of its files only when it runs as root, which the service does not.
    if (process.getuid?.() === 0) ignored.push('fchown');
    const allowed = await callsOf('@system-service');
    for (const call of await callsOf('@privileged')) allowed.delete(call);
    for (const call of await callsOf('@default')) allowed.add(call);
    for (const call of SANDBOX_CALLS) allowed.add(call);
    assert.deepEqual(UNIT.match(/^SystemCallFilter=.*$/gm), [
      'SystemCallFilter=@system-service',
      'SystemCallFilter=~@privileged',
      `SystemCallFilter=${SANDBOX_CALLS.join(' ')}`,
    ]);
    assert.deepEqual(
      used.filter((call) => !allowed.has(call) && !ignored.includes(call)),
      [],
    );
    const resources = await callsOf('@resources');
    assert.ok(
      used.some((call) => resources.has(call)),
      'control: the limits of decoders need @resources',
    );
  });
});

/** The system calls of a set, including its nested sets. */
async function callsOf(set: string): Promise<Set<string>> {
  const { stdout } = await run('systemd-analyze', ['syscall-filter', '--no-pager', set]);
  const names = stdout
    .split('\n')
    .slice(1)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const nested = await Promise.all(names.filter((name) => name.startsWith('@')).map(callsOf));
  return new Set([...names.filter((name) => !name.startsWith('@')), ...nested.flatMap((calls) => [...calls])]);
}
