import './older-node.js';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

/** Runs the program: the bundle in dist/, or the sources. */
export async function run(isBundle) {
  // Compiled code is kept from one start to the next. A directory that cannot be written to only costs the gain.
  module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/imgd', import.meta.url)));
  // Errors of the bundle name files and lines of the sources.
  if (isBundle) process.setSourceMapsEnabled(true);
  await import(isBundle ? '../dist/main.js' : '../src/cli/main.ts');
}
