// Check the Node.js version before loading syntax that an old version cannot parse.
import '../bin/preflight.js';

await import('./run-matrix.ts');
