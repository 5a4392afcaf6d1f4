import { defineConfig } from 'vite';
import { precompress } from './precompress.ts';

// Hashed names, so that browsers keep files for ever; nothing inline, so that the policy of the page needs no exception.
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
  },
  plugins: [precompress()],
});
