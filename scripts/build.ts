import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { PROGRAM_FILES } from '../src/lib/program-files.ts';

// Builds web/dist and dist/. For `npm pack` package.json becomes that of the package, until `postpack` puts the checkout's
// back.

const ROOT = join(import.meta.dirname, '..');
/** Not bundled, because they have native parts, WebAssembly or files of their own. */
const EXTERNAL = ['@node-rs/argon2', 'jxl-oxide-wasm', 'libheif-js', 'sharp'];
/** Members of package.json that mean something outside the checkout. */
const PUBLIC_MEMBERS = /^(name|version|description|license|type|bin|exports|files|engines)$/;

await buildWebApp();
await buildServer();
if (process.env.npm_command === 'pack') replaceManifest();

async function buildWebApp(): Promise<void> {
  const root = join(ROOT, 'web');
  await build({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
}

/** The server as JavaScript for the oldest Node.js of `engines`, with its dependencies in it. */
async function buildServer(): Promise<void> {
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [withoutFacades()],
    ssr: { noExternal: true, external: EXTERNAL },
    build: {
      ssr: true,
      outDir: 'dist',
      target: 'node22.16',
      minify: false,
      sourcemap: true,
      license: { fileName: 'licenses.md' },
      rolldownOptions: {
        input: {
          main: join(ROOT, 'src/cli/main.ts'),
          decoder: join(ROOT, 'src/imaging/decoder.ts'),
          'hash-thread': join(ROOT, 'src/identity/hash-thread.ts'),
          'sqlite-thread': join(ROOT, 'src/catalog/engine/sqlite-thread.ts'),
        },
        // One folder: src/lib/program-files.ts finds other files from any chunk.
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name].js',
          sourcemapExcludeSources: true,
          // Node.js reads all of it at each start. Names stay, for profiles and for stacks without source maps.
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
        },
      },
    },
  });
  cpSync(PROGRAM_FILES.assets, join(ROOT, 'dist/assets'), { recursive: true });
}

/**
 * `import` of a module of Node.js evaluates all of its exports, also those that load others when they are used: with
 * `node:http` comes all of fetch and WebSocket, a tenth of the time of a start. This leaves imports of a namespace as they are.
 */
function withoutFacades(): Plugin {
  return {
    name: 'without-facades',
    renderChunk(code) {
      const lines = code.split('\n');
      const end = lines.findIndex((line) => !line.startsWith('import '));
      return { code: [...lines.slice(0, end).map(asCall), ...lines.slice(end)].join('\n'), map: null };
    },
  };
}

/** A line of imports as a declaration, where it imports from Node.js by name. */
function asCall(line: string): string {
  const [, whole, names, id = ''] = /^import (?:([\w$]+)(?:, )?)?(?:\{ (.+) \})? from "([\w:/]+)";$/.exec(line) ?? [];
  if (!isBuiltin(id)) return line;
  const members = names === undefined ? [] : [`{ ${names.replaceAll(' as ', ': ')} }`];
  const declared = [whole ?? [], members].flat().map((name) => `${name} = process.getBuiltinModule("${id}")`);
  return `const ${declared.join(', ')};`;
}

/** Nothing that is bundled is installed a second time. */
function replaceManifest(): void {
  const path = join(ROOT, 'package.json');
  const manifest: Record<string, unknown> = JSON.parse(readFileSync(path, 'utf8'));
  const pick = (from: object, wanted: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(from).filter(([name]) => wanted(name)));
  renameSync(path, join(ROOT, 'package.checkout.json'));
  const dependencies = pick(manifest.dependencies as object, (name) => EXTERNAL.includes(name));
  const publicMembers = pick(manifest, (name) => PUBLIC_MEMBERS.test(name));
  const { stdout: gitHead } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' });
  const built = gitHead?.trim() ? { gitHead: gitHead.trim() } : {};
  writeFileSync(path, `${JSON.stringify({ ...publicMembers, ...built, dependencies }, null, 2)}\n`);
}
