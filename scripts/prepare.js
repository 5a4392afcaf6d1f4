// `npm ci`, `npm install` and `npm pack` run this script, with --omit=dev too: it imports nothing that may be missing.
import { existsSync } from 'node:fs';

if (existsSync(new URL('../node_modules/vite', import.meta.url))) {
  await import('../bin/preflight.js');
  await import('./build.ts');
} else {
  process.stderr.write(
    'imgd: Vite (a development dependency) is not installed: the web application is not built, and `imgd serve` runs without it.\n',
  );
}
