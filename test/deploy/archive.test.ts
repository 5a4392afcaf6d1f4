import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { copyFile, mkdir, readFile, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { findProgram } from '../../scripts/services/process.ts';
import { VERSION } from '../../src/version.ts';
import { picture } from '../fixtures/pixels.ts';
import { skipWithout, temporary } from '../support/deployed.ts';
import { copiedCheckout } from '../support/packed.ts';
import { serve, uploadPlain } from '../support/served.ts';
import { follow } from './machine/follow.ts';
import { type Machine, noMachine, startMachine } from './machine/machine.ts';

const run = promisify(execFile);
const MAINTAINER = 'Ann Lee <ann@images.example>';
const MAX_ARCHIVE_BYTES = 80e6;

describe('the archive with Node.js', { timeout: 900_000 }, () => {
  test('is built with the Debian package', { skip: skipWithout('dpkg-deb') }, async (t) => {
    const directory = await temporary(t);
    // The script packs by itself.
    const cwd = await copiedCheckout(t);
    const args = ['--deb', '--out', directory, '--maintainer', MAINTAINER];
    await run(process.execPath, ['scripts/archive.ts', ...args], { cwd });
    await t.test('serves where no Node.js is, and so does the Debian package', (t) => servesAlone(t, directory));
    const [deb = ''] = globSync('imgd_*.deb', { cwd: directory });
    await t.test(
      'docs/install.md, line by line on a clean machine with systemd: TLS, backup, restore, upgrade, roll back, PostgreSQL',
      { skip: noMachine() },
      (t) => followsInstallation(t, join(directory, deb)),
    );
  });
});

async function servesAlone(t: TestContext, directory: string): Promise<void> {
  const name = `imgd-${VERSION}-linux-${process.arch}`;
  const archive = join(directory, `${name}.tar.gz`);
  t.diagnostic(`archive: ${(statSync(archive).size / 1e6).toFixed(0)} MB`);
  assert.ok(statSync(archive).size < MAX_ARCHIVE_BYTES);

  // Only what the command needs.
  const tools = join(directory, 'tools');
  await mkdir(tools);
  for (const tool of ['sh', 'dirname', 'readlink']) await symlink(findProgram(tool) ?? '', join(tools, tool));
  const env = {
    PATH: tools,
    IMGD_DATA_DIR: join(directory, 'data'),
    IMGD_PORT: '0',
    IMGD_LOG_LEVEL: 'warn',
    IMGD_MIN_FREE_BYTES: '0',
  };
  await run('tar', ['-xzf', archive, '-C', directory]);
  const link = join(directory, 'linked');
  await symlink(join(directory, name, 'bin/imgd'), link);
  assert.equal((await run(link, ['--version'], { env })).stdout, `${VERSION}\n`);
  await serveOnce(join(directory, name, 'bin/imgd'), env);

  const [deb = ''] = globSync('imgd_*.deb', { cwd: directory });
  await checkDebianPackage(join(directory, deb), join(directory, 'root'), env);
}

async function followsInstallation(t: TestContext, deb: string): Promise<void> {
  const machine = await startMachine(t, async (files) => {
    await copyFile(deb, join(files, basename(deb)));
    await mkdir(join(files, 'next'));
    await nextVersion(deb, join(files, 'next/imgd_99.0.0.deb'), await temporary(t));
    await picture(64, 48).png().toFile(join(files, 'cat.png'));
  });
  const showsPicture = async (output: string) => {
    const [, id] = /"direct":"https:\/\/images\.example\/i\/(\w+)\.png"/.exec(output) ?? assert.fail(output);
    await machine.run(`curl -sSf -o /dev/null http://127.0.0.1:8080/i/${id}.png`);
  };
  const done = await follow(machine, 'docs/install.md', {
    notRun: [
      [/^apt install [a-z]/, 'the machine has no network: the Debian packages are those of the host'],
      [/^certbot /, 'a certificate authority answers only for public names'],
    ],
    before: { 'A lost disk': 'systemctl stop imgd && rm -rf /var/lib/imgd' },
    after: {
      TLS: showsPicture,
      'A lost disk': showsPicture,
      Upgrade: async (output) => {
        await showsPicture(output);
        assert.match(output, new RegExp(`^99\\.0\\.0\\n[^]*^${VERSION}$`, 'm'));
      },
      Alerts: () => untilUp(machine),
      'PostgreSQL and Redis': showsPicture,
      Remove: async () => {
        assert.equal(await machine.run('systemctl list-unit-files --no-legend "imgd*" || true'), '');
      },
    },
  });
  t.diagnostic(`${done.length} commands`);
}

/** Waits until Prometheus reads the metrics. */
async function untilUp(machine: Machine): Promise<void> {
  const isUp = 'curl -sS http://127.0.0.1:9090/api/v1/targets | grep -q \'"health":"up"\'';
  await machine.run(`until ${isUp}; do sleep 1; done`);
}

/** The same Debian package as a newer version. */
async function nextVersion(deb: string, next: string, root: string): Promise<void> {
  await run('dpkg-deb', ['-R', deb, root]);
  await run('sed', ['-i', 's/^Version: .*/Version: 99.0.0/', join(root, 'DEBIAN/control')]);
  const manifest = join(root, 'usr/lib/imgd/lib/node_modules/imgd/package.json');
  await run('sed', ['-i', 's/"version": ".*"/"version": "99.0.0"/', manifest]);
  await run('dpkg-deb', ['--root-owner-group', '-Znone', '--build', root, next]);
}

async function serveOnce(program: string, env: NodeJS.ProcessEnv): Promise<void> {
  const service = await serve([program, 'serve'], env, '/');
  try {
    const path = await uploadPlain(service.url, '#a52');
    assert.equal((await fetch(service.url + path)).status, 200);
    assert.match(await (await fetch(service.url)).text(), /<script type="module"/);
  } finally {
    await service.end();
  }
}

async function checkDebianPackage(deb: string, root: string, env: NodeJS.ProcessEnv): Promise<void> {
  const fields = ['Package', 'Version', 'Maintainer', 'Depends'];
  const { stdout: about } = await run('dpkg-deb', ['-f', deb, ...fields]);
  assert.match(
    about,
    new RegExp(
      `^Package: imgd\nVersion: ${VERSION.replaceAll('.', '\\.')}\nMaintainer: ${MAINTAINER}\nDepends: .*libc6`,
    ),
  );
  const { stdout: list } = await run('dpkg-deb', ['-c', deb], { maxBuffer: 2 ** 24 });
  const lines = list.trimEnd().split('\n');
  for (const line of lines) assert.match(line, /^\S+ root\/root /);
  assert.match(list, /^-rw-r----- .* \.\/etc\/imgd\.env$/m);
  assert.match(list, /^-rwxr-xr-x .* \.\/usr\/bin\/imgd$/m);

  await run('dpkg-deb', ['-R', deb, root]);
  assert.equal(await readFile(join(root, 'DEBIAN/conffiles'), 'utf8'), '/etc/imgd.env\n');
  for (const script of ['postinst', 'prerm', 'postrm']) await run('sh', ['-n', join(root, 'DEBIAN', script)]);
  for (const file of ['usr/bin/imgd', 'usr/lib/systemd/system/imgd.service']) {
    const text = await readFile(join(root, file), 'utf8');
    const named = text.match(/\/(?:opt|usr\/lib)\/imgd[\w./-]*/g) ?? [];
    assert.ok(named.length > 0);
    for (const path of named) assert.ok(existsSync(join(root, path)), `${file}: ${path}`);
  }
  assert.equal((await run(join(root, 'usr/lib/imgd/bin/imgd'), ['--version'], { env })).stdout, `${VERSION}\n`);
}
