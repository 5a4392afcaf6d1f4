import { execFile } from 'node:child_process';
import { copyFileSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join, matchesGlob } from 'node:path';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import { ROOT, read, temporary } from './deployed.ts';
import { oncePerRun } from './once-per-run.ts';

const run = promisify(execFile);
const UNREACHABLE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT/;

/** Runs npm without the environment variables that an npm script adds. */
export async function npm(args: readonly string[], cwd: string): Promise<string> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_(?!config_re)/.test(name)));
  return (await run('npm', [...args], { cwd, env, maxBuffer: 2 ** 26 })).stdout;
}

/** Runs `npm install` in a folder. @returns false after skipping the test because the registry is unreachable */
export async function installed(t: TestContext, folder: string, ...packages: string[]): Promise<boolean> {
  mkdirSync(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, allowScripts: { node: true } }));
  try {
    await npm(['install', '--no-audit', '--prefer-offline', '--fetch-retries=1', ...packages], folder);
    return true;
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string };
    if (!UNREACHABLE.test(stderr)) throw error;
    t.skip(`npm cannot reach its registry: ${UNREACHABLE.exec(stderr)?.[0]}`);
    return false;
  }
}

/**
 * Packs packages of `packages/` in a copy of the checkout.
 * @returns the folder of the copy and the path of the tarball of each
 */
export async function packedPackages(
  t: TestContext,
  ...names: string[]
): Promise<{ checkout: string; tarballs: string[] }> {
  const checkout = await temporary(t);
  for (const path of ['package.json', 'tsconfig.json', 'LICENSE', 'packages', 'scripts', 'src']) {
    cpSync(join(ROOT, path), join(checkout, path), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'));
  const tarballs = [];
  for (const name of names) {
    const folder = join(checkout, 'packages', name);
    for (const old of globSync('*.tgz', { cwd: folder })) rmSync(join(folder, old));
    await npm(['pack'], folder);
    tarballs.push(join(folder, globSync('*.tgz', { cwd: folder })[0] ?? ''));
  }
  return { checkout, tarballs };
}

/** What `npm pack` makes and leaves. */
interface Packed {
  /** The path of the tarball, which tests share: they do not change it. */
  tarball: string;
  /** The manifest of the checkout after it. */
  manifest: string;
}

/** Runs `npm pack` in a copy of the checkout, because it writes to folders that other tests read; once in a run. */
export async function packed(t: TestContext): Promise<Packed> {
  const folder = await oncePerRun(t, 'packed', async (folder) => {
    const checkout = await copiedCheckout(t);
    await npm(['pack', '--pack-destination', folder], checkout);
    copyFileSync(join(checkout, 'package.json'), join(folder, 'package.json'));
    await rm(checkout, { recursive: true });
  });
  const [name = ''] = globSync('imgd-*.tgz', { cwd: folder });
  return { tarball: join(folder, name), manifest: readFileSync(join(folder, 'package.json'), 'utf8') };
}

/**
 * A copy of what a container is built from, without a build: the files that .dockerignore does not exclude. `npm pack` can run
 * in it. @returns its folder
 */
export async function copiedCheckout(t: TestContext): Promise<string> {
  const checkout = await temporary(t);
  const ignore = read('.dockerignore').trim().split('\n');
  const isSent = (path: string) =>
    ignore.reduce((sent, rule) => {
      const pattern = rule.replace(/^!/, '');
      return matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`) ? rule.startsWith('!') : sent;
    }, true);
  for (const path of globSync(['*', '.npmrc'], { cwd: ROOT }).filter(isSent)) {
    cpSync(join(ROOT, path), join(checkout, path), {
      recursive: true,
      filter: (source) => isSent(source.slice(ROOT.length)),
    });
  }
  // Instead of `npm ci`, which would download the packages again.
  symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'));
  return checkout;
}
