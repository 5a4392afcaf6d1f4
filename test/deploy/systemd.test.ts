import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, test } from 'node:test';
import { freePort } from '../../scripts/services/free-port.ts';
import { ROOT, read, skipWithout, temporary } from '../support/deployed.ts';
import { PROGRAM } from '../support/program.ts';
import { until } from '../support/until.ts';

const IMGD = [process.execPath, PROGRAM, 'serve'];
const SETTINGS = {
  PATH: process.env.PATH,
  IMGD_PORT: '0',
  IMGD_WEB: 'off',
  IMGD_MIN_FREE_BYTES: '0',
  IMGD_LOG_LEVEL: 'info',
  IMGD_DECODER_PROCESSES: '1',
};

/** Prints what arrives at a datagram socket, as systemd reads it: one line a message. */
const LISTENER = `
import socket, sys
receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
receiver.bind(sys.argv[1])
while True:
    print(receiver.recv(4096).decode().replace('\\n', ' '), flush=True)
`;

function started(command: readonly string[], env: NodeJS.ProcessEnv) {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { cwd: ROOT, env: { ...SETTINGS, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = once(child, 'close');
  return {
    child,
    ended,
    output: () => output,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

const TOOLS = skipWithout('systemd-notify', 'python3');
describe('under systemd', () => {
  test('serve says when it is ready, reloads and stops (Type=notify)', { skip: TOOLS }, async (t) => {
    const directory = await temporary(t);
    const socket = join(directory, 'notify');
    const script = join(directory, 'listener.py');
    await writeFile(script, LISTENER);
    await using listener = started(['python3', script, socket], {});
    const messages: string[] = [];
    createInterface(listener.child.stdout).on('line', (line) => messages.push(line));
    await until(() => existsSync(socket));
    await using service = started(IMGD, { IMGD_DATA_DIR: join(directory, 'data'), NOTIFY_SOCKET: socket });
    const told = () => messages.filter((message) => message.includes('=') && !message.startsWith('BARRIER'));
    await until(() => told().length === 1);
    assert.deepEqual(told(), ['READY=1']);
    assert.match(service.output(), /imgd listening on/, 'only after it listens');
    service.child.kill('SIGHUP');
    await until(() => told().length === 3);
    assert.match(told()[1] ?? '', /^RELOADING=1 MONOTONIC_USEC=\d+$/);
    assert.equal(told()[2], 'READY=1');
    service.child.kill('SIGTERM');
    assert.deepEqual(await service.ended, [0, null], service.output());
    await until(() => told().at(-1) === 'STOPPING=1');
  });

  const activate = skipWithout('systemd-socket-activate');
  test('serve answers over a TCP socket that systemd has opened', { skip: activate }, async (t) => {
    const directory = await temporary(t);
    const port = await freePort();
    const env = Object.entries({ ...SETTINGS, IMGD_DATA_DIR: directory }).map(
      ([name, value]) => `--setenv=${name}=${value}`,
    );
    const command = ['systemd-socket-activate', `--listen=127.0.0.1:${port}`, ...env, ...IMGD];
    await using service = started(command, {});
    await until(() => /Listening on/.test(service.output()));
    // The connection waits in the socket while imgd starts.
    const answer = await fetch(`http://127.0.0.1:${port}/livez`);
    assert.equal(answer.status, 200);
    const line = new RegExp(`imgd listening on http://127\\.0\\.0\\.1:${port}\n`);
    await until(() => line.test(service.output()));
    service.child.kill('SIGTERM');
    assert.deepEqual(await service.ended, [0, null], service.output());
  });

  test('serve answers over a Unix socket that systemd has opened', { skip: activate }, async (t) => {
    const directory = await temporary(t);
    const path = join(directory, 'imgd.sock');
    const env = Object.entries({ ...SETTINGS, IMGD_DATA_DIR: join(directory, 'data'), IMGD_TRUST_PROXY: '127.0.0.1' });
    const command = [
      'systemd-socket-activate',
      `--listen=${path}`,
      ...env.map(([name, value]) => `--setenv=${name}=${value}`),
      ...IMGD,
    ];
    await using service = started(command, {});
    await until(() => existsSync(path));
    const sent = request({ socketPath: path, path: '/livez', headers: { 'x-forwarded-for': '192.0.2.7' } }).end();
    const [answer] = await once(sent, 'response');
    assert.equal(answer.statusCode, 200);
    await until(() => /"ip":"192\.0\.2\.7"/.test(service.output()));
  });

  test('the unit asks for what serve tells and takes', () => {
    const unit = read('deploy/imgd.service');
    assert.match(unit, /^Type=notify$/m);
    assert.match(unit, /^NotifyAccess=all$/m);
    assert.match(unit, /^ExecReload=\/bin\/kill -HUP \$MAINPID$/m);
    assert.match(unit, /^ExecStart=.* serve --env-file \/etc\/imgd\.env$/m);
    assert.match(unit, /^UnsetEnvironment=IMGD_PLANS IMGD_LOG_LEVEL IMGD_CHALLENGE IMGD_CHALLENGE_COST$/m);
  });
});
