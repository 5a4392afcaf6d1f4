import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, readlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import { ROOT, skipWithout, temporary } from '../../support/deployed.ts';
import { until } from '../../support/until.ts';

const run = promisify(execFile);
const BOOT = join(import.meta.dirname, 'boot.sh');
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const MAX_OUTPUT_BYTES = 2 ** 24;

/** A clean Debian machine with systemd, in namespaces of this one. */
export interface Machine {
  /** What a command prints, run as root in the machine. @throws Error with the output when it fails */
  run(command: string): Promise<string>;
}

/** `skip` value of tests that need a machine. */
export function noMachine(): string | false {
  const missing = skipWithout('unshare', 'nsenter', 'setpriv', 'systemctl');
  if (missing !== false) return missing;
  const tried = spawnSync('unshare', ['--mount', 'mount', '-t', 'cgroup2', 'cgroup2', '/mnt']);
  return tried.status === 0 ? false : 'namespaces and mounts need root';
}

/** The process that is the first one in namespaces of its own, once it is there. */
async function firstProcess(parent: number): Promise<string | undefined> {
  const child = (await readFile(`/proc/${parent}/task/${parent}/children`, 'latin1')).trim();
  const namespaceOf = (process: string) => readlink(`/proc/${process}/ns/pid`).catch(() => undefined);
  const namespace = child === '' ? undefined : await namespaceOf(child);
  return namespace === undefined || namespace === (await namespaceOf('self')) ? undefined : child;
}

/**
 * Starts a machine; it ends with the test.
 * @param fill puts files into a directory that is `/root/files` there
 */
export async function startMachine(t: TestContext, fill: (files: string) => Promise<void>): Promise<Machine> {
  const directory = await temporary(t);
  await mkdir(join(directory, 'files'));
  await fill(join(directory, 'files'));
  const child = spawn('sh', [BOOT, directory, ROOT], { stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const ended = once(child, 'close');
  t.after(async () => {
    child.kill('SIGKILL');
    await ended;
    // The kernel ends the processes of the machine a little later.
    const clean = () => run('sh', [BOOT, '--clean', basename(directory)]).then(Boolean, () => false);
    await until(clean);
  });
  const first = await until(async () => {
    assert.equal(child.exitCode, null, errors);
    return firstProcess(child.pid as number);
  });
  const inside = async (command: string) => {
    const env = ['-i', `PATH=${PATH}`, 'HOME=/root', 'LANG=C.UTF-8', 'DEBIAN_FRONTEND=noninteractive'];
    const script = `cd /root && exec </dev/null 2>&1\n${command}`;
    const args = ['--target', first, '--all', 'env', ...env, 'sh', '-euc', script];
    return (await run('nsenter', args, { maxBuffer: MAX_OUTPUT_BYTES })).stdout;
  };
  await until(() => {
    assert.equal(child.exitCode, null, errors);
    return inside('systemctl is-system-running || true').then(
      (state) => /^[a-z]+$/m.test(state) && !/offline|unknown/.test(state),
      () => false,
    );
  });
  await inside('systemctl is-system-running --wait || true');
  return {
    async run(command) {
      try {
        return await inside(command);
      } catch (error) {
        const { code, stdout } = error as { code?: number; stdout?: string };
        throw new Error(`${command}\nexit code ${code}:\n${stdout}`);
      }
    },
  };
}
