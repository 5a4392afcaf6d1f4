#!/usr/bin/env node
import { isCheckout } from './preflight.js';
import './older-node.js';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

// Compiled code is kept from one start to the next. A directory that cannot be written to only costs the gain.
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/imgd', import.meta.url)));

// Errors of the bundle name files and lines of the sources.
if (!isCheckout) process.setSourceMapsEnabled(true);

await import(isCheckout ? '../src/cli/main.ts' : '../dist/main.js');
