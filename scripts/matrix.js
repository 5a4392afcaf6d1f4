// Before anything that an old runtime cannot read.
import '../bin/preflight.js';

await import('./run-matrix.ts');
