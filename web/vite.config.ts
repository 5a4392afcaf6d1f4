import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { PROGRAM_FILES } from '../src/lib/program-files.ts';
import { appIcons } from './app-icons.ts';
import { precompress } from './precompress.ts';

// File names contain a content hash, so browsers may cache them for ever. Nothing is inlined, so the
// Content-Security-Policy needs no exception.
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  clearScreen: false,
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    manifest: 'manifest.json',
    license: { fileName: 'licenses.md' },
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: {
      output: {
        assetFileNames: ({ names }) => assetFileName(names),
        // One file in place of a dozen small ones: over HTTP/1.1 a browser loads six at a time, each with a round trip.
        codeSplitting: { groups: [{ name: 'shared', minShareCount: 5, test: /\.(?:[cm]?js|tsx?)$/ }] },
      },
    },
  },
  plugins: [appIcons(), typefaceLicense(), precompress()],
});

const asset = (name: string) => readFileSync(fileURLToPath(new URL(name, PROGRAM_FILES.assets)));

/** The typeface has the same URL as in the pages of the server, so that a visitor loads it once. */
function assetFileName(names: readonly string[]): string {
  if (!names.includes('sans.woff2')) return 'assets/[name]-[hash][extname]';
  return `assets/sans.${createHash('sha256').update(asset('sans.woff2')).digest('hex').slice(0, 16)}.woff2`;
}

function typefaceLicense(): Plugin {
  return {
    name: 'typeface-license',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'assets/sans-license.txt', source: asset('sans-license.txt') });
    },
  };
}
