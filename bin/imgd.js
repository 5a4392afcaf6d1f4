#!/usr/bin/env node
import './preflight.js';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

// Compiled code is kept from one start to the next. A directory that cannot be written to only costs the gain.
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/imgd', import.meta.url)));

await import('../src/cli/main.ts');
