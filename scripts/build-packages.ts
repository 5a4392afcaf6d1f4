import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

// Builds dist of the named packages; `npm pack` runs it in their folders.

const ROOT = join(import.meta.dirname, '..');
const BUILDERS: Record<string, (folder: string) => Promise<void> | void> = { client: buildClient, upload: buildUpload };

for (const name of process.argv.length > 2 ? process.argv.slice(2) : Object.keys(BUILDERS)) {
  const folder = join(ROOT, 'packages', name);
  rmSync(join(folder, 'dist'), { recursive: true, force: true });
  copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  await BUILDERS[name]?.(folder);
}

/** A module of JavaScript and one of types for each source. */
function buildClient(folder: string): void {
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  execFileSync(tsc, ['-p', join(folder, 'tsconfig.json')], { stdio: 'inherit' });
}

/** One file without dependencies, for the oldest Node.js of `engines`. */
async function buildUpload(folder: string): Promise<void> {
  await build({
    root: folder,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: 'dist',
      target: 'node20.6',
      minify: false,
      license: { fileName: 'licenses.md' },
      rolldownOptions: {
        input: { 'imgd-upload': join(folder, 'src/main.ts') },
        output: { entryFileNames: '[name].js' },
      },
    },
  });
  chmodSync(join(folder, 'dist/imgd-upload.js'), 0o755);
}
