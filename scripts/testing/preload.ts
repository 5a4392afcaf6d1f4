import { isBundleCurrent } from '../../bin/sources.js';

/** Options of Node.js for every test process: the modules that are loaded before the test. */
export function preloadOptions(): string[] {
  const modules = ['fixed-seed', 'time-limit', ...(isBundleCurrent() ? ['bundled-programs'] : [])];
  return modules.flatMap((name) => ['--import', `./test/support/${name}.ts`]);
}
