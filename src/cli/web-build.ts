import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { holdLock } from './file-lock.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const WEB = join(ROOT, 'web');
const DIST = join(WEB, 'dist');
/** Holds what the build was made from. */
const FINGERPRINT = 'fingerprint';

const SOURCES = ['package-lock.json', 'web/*.{html,ts,json}', 'web/src/**/*', 'src/http/assets/*.css'];

/**
 * Sees to it that there is a build of the browser application that is as new as its sources, and says so in one line
 * when that takes a while. Several processes may ask at once; one of them builds.
 * @returns the folder of the build; undefined when there is none and nothing to make it with
 * @throws Error when the build fails
 */
export async function buildWebApp(
  say = (line: string) => void process.stderr.write(`${line}\n`),
): Promise<string | undefined> {
  const vite = findVite();
  if (vite === undefined || !existsSync(join(WEB, 'index.html'))) {
    if (existsSync(DIST)) return DIST;
    say('The browser application has not been built and Vite is not installed: only the API is served.');
    return undefined;
  }
  const wanted = fingerprint();
  if (isBuiltFrom(wanted)) return DIST;
  await using _lock = await holdLock(join(ROOT, 'web/dist.lock'));
  if (isBuiltFrom(wanted)) return DIST;
  say('imgd builds its browser application, which takes a few seconds.');
  await build(vite, wanted);
  return DIST;
}

/** Into a folder beside it, so that what is served is always whole. */
async function build(vite: string, madeFrom: string): Promise<void> {
  const made = join(WEB, `dist.${process.pid}`);
  const old = `${made}.old`;
  try {
    await promisify(execFile)(process.execPath, [vite, 'build', WEB, '--logLevel', 'warn', '--outDir', made]).catch(
      (error: { stderr?: string; stdout?: string }) => {
        throw new Error(`The browser application cannot be built.\n${error.stderr}${error.stdout}`, { cause: error });
      },
    );
    await writeFile(join(made, FINGERPRINT), madeFrom);
    await mkdir(DIST, { recursive: true });
    await rename(DIST, old);
    await rename(made, DIST);
  } finally {
    await rm(made, { recursive: true, force: true });
    await rm(old, { recursive: true, force: true });
  }
}

function isBuiltFrom(wanted: string): boolean {
  const file = join(DIST, FINGERPRINT);
  return existsSync(file) && readFileSync(file, 'utf8') === wanted;
}

/** Of all that goes into the build: times of files say nothing after a checkout. */
function fingerprint(): string {
  const hash = createHash('sha256');
  for (const path of globSync(SOURCES, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()) {
    hash
      .update(`${path.slice(ROOT.length)}\0`)
      .update(readFileSync(path))
      .update('\0');
  }
  return hash.digest('hex');
}

function findVite(): string | undefined {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js');
  } catch {
    return undefined;
  }
}
