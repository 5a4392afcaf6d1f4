import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { findProgram } from '../../scripts/services/process.ts';
import { VERSION } from '../../src/version.ts';
import { skipWithout, temporary } from '../support/deployed.ts';
import { packed } from '../support/packed.ts';
import { serve, uploadPlain } from '../support/served.ts';

const run = promisify(execFile);
const MAX_ARCHIVE_BYTES = 80e6;

describe('the archive with Node.js', { timeout: 500_000 }, () => {
  test('serves where no Node.js is, and so does the Debian package', { skip: skipWithout('dpkg-deb') }, async (t) => {
    const directory = await temporary(t);
    const { checkout } = await packed(t);
    await run(process.execPath, ['scripts/archive.ts', '--deb', '--out', directory], { cwd: checkout });
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
  });
});

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
  const fields = ['Package', 'Version', 'Depends'];
  const { stdout: about } = await run('dpkg-deb', ['-f', deb, ...fields]);
  assert.match(about, new RegExp(`^Package: imgd\nVersion: ${VERSION.replaceAll('.', '\\.')}\nDepends: .*libc6`));
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
