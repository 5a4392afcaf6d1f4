import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { ROOT, read, skipWithout, temporary } from '../support/deployed.ts';
import { serve, uploadPlain } from '../support/served.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);
const UNIT = read('deploy/imgd.service');
/** What `systemd-analyze security` may say at most, in tenths: a lower figure is a smaller surface. */
const MAX_EXPOSURE = 15;

describe('the systemd unit', () => {
  test('systemd takes it', { skip: skipWithout('systemd-analyze') }, async (t) => {
    const home = await temporary(t);
    const path = join(home, 'imgd.service');
    const unit = UNIT.replaceAll('/opt/imgd', home);
    await mkdir(join(home, 'node_modules/.bin'), { recursive: true });
    await symlink(join(ROOT, 'bin/imgd.js'), join(home, 'node_modules/.bin/imgd'));
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

  test('it shuts off what imgd does not need', { skip: skipWithout('systemd-analyze') }, async (t) => {
    const path = join(await temporary(t), 'imgd.service');
    const judge = async (text: string) => {
      await writeFile(path, text);
      const options = ['security', '--offline=true', `--threshold=${MAX_EXPOSURE}`, '--no-pager', path];
      return run('systemd-analyze', options).then(
        () => 'fine',
        ({ stdout }) => String(stdout).trimEnd().split('\n').at(-1),
      );
    };
    assert.equal(await judge(UNIT), 'fine');
    assert.match(String(await judge(UNIT.replaceAll(/^(Protect|Restrict)\w+=.*\n/gm, ''))), /exposure level/);
  });

  const programs = skipWithout('systemd-analyze', 'strace');
  test('its filter lets through every system call that uploads and decoders make', { skip: programs }, async (t) => {
    const home = await temporary(t);
    const trace = join(home, 'calls');
    const env = {
      PATH: process.env.PATH,
      IMGD_DATA_DIR: join(home, 'data'),
      IMGD_PORT: '0',
      IMGD_WEB: 'off',
      IMGD_LOG_LEVEL: 'warn',
      IMGD_MIN_FREE_BYTES: '0',
      IMGD_DECODER_PROCESSES: '1',
    };
    const command = ['strace', '-D', '-f', '-c', '-U', 'name', '-o', trace, process.execPath, 'bin/imgd.js', 'serve'];
    const service = await serve(command, env, ROOT);
    try {
      // One as it is, one decoded by WebAssembly, and a variant.
      const path = await uploadPlain(service.url, '#a52', 'tiff');
      await uploadPlain(service.url, '#2a5');
      const variant = path.replace('/i/', '/v/').replace(/\.\w+$/, '/160.webp');
      assert.equal((await fetch(service.url + variant)).status, 200);
    } finally {
      await service.end();
    }
    // -D: strace is beside the service, and writes a moment after its end.
    await until(() => existsSync(trace) && readFileSync(trace, 'utf8').includes('listen'));
    const used = [...readFileSync(trace, 'utf8').matchAll(/[a-z_0-9]+/g)].map(([word]) => word);
    const besides = ['syscall', 'total'];
    for (const expected of ['execve', 'prlimit64', 'fsync', 'listen']) assert.ok(used.includes(expected), expected);

    // SQLite gives files to the owner of the database where it is root, as the service is not.
    if (process.getuid?.() === 0) besides.push('fchown');
    const allowed = await callsOf('@system-service');
    for (const call of await callsOf('@privileged')) allowed.delete(call);
    for (const call of await callsOf('@default')) allowed.add(call);
    assert.deepEqual(UNIT.match(/^SystemCallFilter=.*$/gm), [
      'SystemCallFilter=@system-service',
      'SystemCallFilter=~@privileged',
    ]);
    assert.deepEqual(
      used.filter((call) => !allowed.has(call) && !besides.includes(call)),
      [],
    );
    const resources = await callsOf('@resources');
    assert.ok(
      used.some((call) => resources.has(call)),
      'control: without @resources decoders could not be limited',
    );
  });
});

/** The system calls of a set, with the sets in it. */
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
