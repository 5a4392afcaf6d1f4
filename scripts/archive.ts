import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

// Builds the archive with its own Node.js, and with --deb the Debian package of the same files. --maintainer 'Ann <ann@images.example>'
// names the person who builds that package.

const ROOT = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: '.' },
    deb: { type: 'boolean', default: false },
    maintainer: { type: 'string' },
  },
});
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
const out = resolve(values.out);
const name = `imgd-${version}-linux-${process.arch}`;
const maintainer = values.maintainer ?? builder();
if (!/^[^<>\n]+ <[^\s@<>]+@[^\s@<>]+>$/.test(maintainer)) {
  process.stderr.write("archive: --maintainer has the form 'Ann Lee <ann@images.example>'\n");
  process.exit(2);
}
const work = mkdtempSync(join(tmpdir(), 'imgd-archive-'));

try {
  const program = fillProgram(join(work, name));
  mkdirSync(out, { recursive: true });
  // Equal files make an equal archive.
  const owner = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner'];
  run('tar', [...owner, '-C', work, '-czf', join(out, `${name}.tar.gz`), name]);
  if (values.deb) buildDebianPackage(program);
} finally {
  rmSync(work, { recursive: true });
}

/** bin/ with Node.js and the command, lib/ with the installed package. */
function fillProgram(program: string): string {
  for (const folder of ['bin', 'lib']) mkdirSync(join(program, folder), { recursive: true });
  run('npm', ['pack', '--pack-destination', work], ROOT);
  const [tarball = ''] = globSync('imgd-*.tgz', { cwd: work });
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  run('npm', ['install', ...options, '--prefix', join(program, 'lib'), join(work, tarball)], work);
  copyFileSync(process.execPath, join(program, 'bin/node'));
  copyFileSync(join(ROOT, 'deploy/archive/imgd'), join(program, 'bin/imgd'));
  for (const file of ['node', 'imgd']) chmodSync(join(program, 'bin', file), 0o755);
  const [licence] = globSync('node_modules/node{,/node_modules/node-*}/LICENSE', { cwd: ROOT });
  if (licence !== undefined) copyFileSync(join(ROOT, licence), join(program, 'bin/node.LICENSE'));
  cpSync(join(ROOT, 'LICENSE'), join(program, 'LICENSE'));
  return program;
}

function buildDebianPackage(program: string): void {
  const root = join(work, 'deb');
  const at = (path: string) => join(root, path);
  const write = (path: string, text: string, mode: number) => {
    mkdirSync(join(at(path), '..'), { recursive: true });
    writeFileSync(at(path), text);
    chmodSync(at(path), mode);
  };
  const read = (path: string) => readFileSync(join(ROOT, 'deploy', path), 'utf8');
  cpSync(program, at('usr/lib/imgd'), { recursive: true, verbatimSymlinks: true });
  const paths = (text: string) =>
    text
      .replaceAll('/opt/imgd/node_modules/.bin/imgd', '/usr/lib/imgd/bin/imgd')
      .replaceAll('/opt/imgd/node_modules', '/usr/lib/imgd/lib/node_modules')
      .replaceAll('/opt/imgd', '/usr/lib/imgd');
  write('usr/bin/imgd', paths(read('imgd')), 0o755);
  for (const unit of ['imgd.service', 'imgd-backup.service', 'imgd-backup.timer']) {
    write(`usr/lib/systemd/system/${unit}`, paths(read(unit)), 0o644);
  }
  write('etc/imgd.env', read('debian/imgd.env'), 0o640);
  write('usr/share/doc/imgd/copyright', readFileSync(join(ROOT, 'LICENSE'), 'utf8'), 0o644);
  for (const script of ['postinst', 'prerm', 'postrm']) write(`DEBIAN/${script}`, read(`debian/${script}`), 0o755);
  write('DEBIAN/conffiles', '/etc/imgd.env\n', 0o644);
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
  const control = {
    Package: 'imgd',
    Version: version,
    Architecture: architecture,
    Maintainer: maintainer,
    Section: 'web',
    Priority: 'optional',
    Depends: 'libc6 (>= 2.28), libstdc++6, passwd, util-linux',
    Recommends: 'bubblewrap',
    Suggests: 'sudo, nginx',
    Description:
      'image hosting service\n Upload over HTTP, get links, serve them through any CDN. Brings its own Node.js.',
  };
  const lines = Object.entries(control).map(([field, value]) => `${field}: ${value}\n`);
  write('DEBIAN/control', lines.join(''), 0o644);
  // The default level, 9, takes three times as long for less than 1 % of the size.
  const compression = ['-Zgzip', '-z6'];
  const deb = join(out, `imgd_${version}_${architecture}.deb`);
  run('dpkg-deb', ['--root-owner-group', ...compression, '--build', root, deb]);
}

/** Who builds the package, on this machine: a package that is given to others names a person with --maintainer. */
function builder(): string {
  const { username } = userInfo();
  return `${username} <${username}@${hostname()}>`;
}

function run(program: string, args: readonly string[], cwd = ROOT): void {
  // Without the variables of the npm script that runs this: they would be those of another package.
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !/^npm_(?!config_)/.test(key)));
  execFileSync(program, args, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] });
}
