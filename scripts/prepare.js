// `npm ci`, `npm install` and `npm pack` run this script, with --omit=dev too: it imports nothing that may be missing.
import { existsSync } from 'node:fs';

// An old npm leaves the native parts of optional dependencies out, and says nothing.
const [, major, minor] = /node\/v(\d+)\.(\d+)/.exec(process.env.npm_config_user_agent ?? '') ?? [];
if (Number(major) < 20 || (major === '20' && Number(minor) < 19)) {
  process.stderr.write(
    `imgd: npm runs on Node.js ${major}.${minor}, which cannot install what imgd needs: use Node.js 20.19 or newer, or the archive that brings its own (docs/operations.md).\n`,
  );
  process.exit(1);
}

if (existsSync(new URL('../node_modules/vite', import.meta.url))) {
  await import('../bin/preflight.js');
  const { digestOfSources, stampBundle } = await import('../bin/sources.js');
  // A source that changes while the bundle is built has another digest.
  const sources = digestOfSources();
  await import('./build.ts');
  stampBundle(sources);
} else {
  process.stderr.write(
    'imgd: Vite (a development dependency) is not installed: the web application is not built, and `imgd serve` runs without it.\n',
  );
}
