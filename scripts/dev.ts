import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createServer } from 'vite';
import { PATHS } from '../web/src/paths.ts';

// `npm run dev`: Vite serves the web application from its sources and passes everything else to the service, which
// restarts when its sources change.

const ROOT = join(import.meta.dirname, '..');
const WEB = join(ROOT, 'web');
const { IMGD_PORT = '8080' } = process.env;

const pages = PATHS.map((path) => path.replace(/:\w+/g, '[^/]+')).join('|');
const isVites = new RegExp(`^(?:${pages}|/@.*|/(?:src|node_modules)/.*)$`);
const vite = await createServer({
  root: WEB,
  configFile: join(WEB, 'vite.config.ts'),
  server: {
    fs: { allow: [ROOT] },
    proxy: {
      '/': {
        target: `http://127.0.0.1:${IMGD_PORT}`,
        bypass: ({ url = '' }) => (isVites.test(url.replace(/\?.*/s, '')) ? url : undefined),
      },
    },
  },
});
await vite.listen();
const url = vite.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '';

// Links, cookies and the check of the Origin header are for the address that the browser shows.
const service = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'bin/imgd.js', 'serve'], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { IMGD_BASE_URL: url, ...process.env },
});
process.stdout.write(`web application: ${url}\n`);
// Ctrl+C reaches both.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => service.kill());
service.once('exit', (code) => process.exit(code ?? 0));
