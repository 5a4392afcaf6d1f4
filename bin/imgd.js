#!/usr/bin/env node
import './preflight.js';

await import('../src/cli/main.ts');
