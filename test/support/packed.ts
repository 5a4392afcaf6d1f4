import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import { ROOT, temporary } from './deployed.ts';

const run = promisify(execFile);
/** The files of the checkout that `npm pack` reads. */
const SOURCES = [
  'package.json',
  '*.md',
  'LICENSE',
  'tsconfig.json',
  'bin',
  'deploy',
  'docs',
  'locales',
  'packages',
  'scripts',
  'src',
  'web',
];
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

/**
 * Runs `npm pack` in a copy of the checkout, because it writes to folders that other tests read.
 * @returns the folder of the copy and the path of the tarball
 */
export async function packed(t: TestContext): Promise<{ checkout: string; tarball: string }> {
  const checkout = await copiedCheckout(t);
  await npm(['pack'], checkout);
  const [name = ''] = globSync('*.tgz', { cwd: checkout });
  return { checkout, tarball: join(checkout, name) };
}

/** A copy of the checkout, without a build, in which `npm pack` can run. @returns its folder */
export async function copiedCheckout(t: TestContext): Promise<string> {
  const checkout = await temporary(t);
  for (const path of globSync(SOURCES, { cwd: ROOT })) {
    cpSync(join(ROOT, path), join(checkout, path), {
      recursive: true,
      filter: (source) => source !== join(ROOT, 'web/dist'),
    });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'));
  return checkout;
}
