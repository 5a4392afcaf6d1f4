import { defineConfig } from 'vite';
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
  },
  plugins: [precompress()],
});
