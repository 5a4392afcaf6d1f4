import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { read, temporary } from '../support/deployed.ts';
import { installed, packed } from '../support/packed.ts';
import { serve, uploadPlain } from '../support/served.ts';

const DOCKERFILE = read('Dockerfile').replaceAll(/\\\n\s*/g, '');
const [, BUILD = '', FINAL = ''] = DOCKERFILE.split(/^FROM /m);
const IS_ROOT = process.getuid?.() === 0;

describe('the container image', () => {
  test('its steps, run without Docker, start a service whose user can write only to the data directory', async (t) => {
    const directory = await temporary(t);
    await chmod(directory, 0o755);
    assert.match(BUILD, /^WORKDIR \/src\nCOPY \. \.\n.*\nRUN npm ci --ignore-scripts && npm pack$/m);
    const { tarball } = await packed(t);
    assert.match(BUILD, /^WORKDIR \/opt\/imgd\nRUN npm install --ignore-scripts \/src\/imgd-\*\.tgz$/m);
    const app = join(directory, 'imgd');
    if (!(await installed(t, app, '--ignore-scripts', tarball))) return;

    const user = /^USER (\d+):\1$/m.exec(FINAL)?.[1] ?? assert.fail('the user is not numeric, as Kubernetes requires');
    assert.match(
      FINAL,
      /^COPY --from=build \/opt\/imgd \/opt\/imgd\nENV PATH=\/opt\/imgd\/node_modules\/\.bin:\$PATH /m,
    );
    const dataDir = join(directory, 'data');
    await mkdir(dataDir, { mode: 0o700 });
    if (IS_ROOT) await chown(dataDir, Number(user), Number(user));
    const env = { PATH: `${app}/node_modules/.bin:${process.env.PATH}`, IMGD_DATA_DIR: dataDir, IMGD_PORT: '0' };
    const command = [...jsonOf('ENTRYPOINT'), ...jsonOf('CMD')];
    const service = await serve(
      asNumber(IS_ROOT ? user : undefined, command),
      { ...env, IMGD_LOG_LEVEL: 'warn', IMGD_MIN_FREE_BYTES: '0' },
      app,
    );
    const check = (port: string) => {
      const [program = '', ...args] = JSON.parse(/^HEALTHCHECK.* CMD (\[.*\])$/m.exec(FINAL)?.[1] ?? '');
      execFileSync(program, args, { env: { ...env, IMGD_PORT: port }, stdio: 'pipe' });
    };
    const { port } = new URL(service.url);
    try {
      check(port);
      const path = await uploadPlain(service.url, '#a52');
      assert.equal((await fetch(service.url + path)).status, 200);
      assert.match(await (await fetch(service.url)).text(), /<script type="module"/);
    } finally {
      await service.end();
    }
    assert.throws(() => check(port), 'control: a stopped service is unhealthy');
    if (IS_ROOT) assert.deepEqual(ownedBy(Number(user), directory), []);
  });
});

function jsonOf(word: string): string[] {
  return JSON.parse(new RegExp(`^${word} (\\[.*\\])$`, 'm').exec(FINAL)?.[1] ?? '') as string[];
}

/** Runs the command as a numeric user, which may have no name. */
function asNumber(user: string | undefined, command: string[]): string[] {
  if (user === undefined) return command;
  return ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', '--no-new-privs', ...command];
}

/** Files below a folder that the user owns, except the data directory. */
function ownedBy(user: number, directory: string): string[] {
  const found = execFileSync('find', [
    directory,
    '-path',
    join(directory, 'data'),
    '-prune',
    '-o',
    '-uid',
    String(user),
    '-print',
  ]);
  return String(found).split('\n').filter(Boolean);
}
