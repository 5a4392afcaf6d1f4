// Plain JavaScript that old runtimes can read, so that they get a sentence instead of a syntax error.
import { existsSync } from 'node:fs';

/** The package holds a bundle, a checkout holds the sources. */
export const isCheckout = existsSync(new URL('../src', import.meta.url));

// Node.js reads the syntax of the sources from 24 on; the bundle is translated for older ones.
const wanted = isCheckout ? [24, 0] : [22, 16];
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < wanted[0] || (major === wanted[0] && minor < wanted[1])) {
  process.stderr.write(
    `imgd needs Node.js ${wanted.join('.')} or newer; this is ${process.version} (${process.execPath}).\n`,
  );
  if (isCheckout) {
    process.stderr.write(
      'The development dependency "node" brings a newer one. Run imgd by "npm start" or "npx imgd", which find it.\n' +
        'If it is missing, "npm ci" ran with --omit=dev, or without install scripts; then run\n' +
        '  npm ci --ignore-scripts=false\n',
    );
  }
  process.exit(1);
}
