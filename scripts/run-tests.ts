import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';

// `npm test`: every test, or those whose path holds one of the words given. The whole run also holds the line coverage of src to its floor.
const words = process.argv.slice(2);
const files = globSync('test/**/*.test.ts')
  .filter((path) => !path.startsWith('test/faults/'))
  .filter((path) => words.length === 0 || words.some((word) => path.includes(word)))
  .sort();
const coverage = ['--experimental-test-coverage', '--test-coverage-include=src/**', '--test-coverage-lines=90'];

const { status } = spawnSync(
  process.execPath,
  ['--test', '--test-reporter=spec', '--test-concurrency=2', ...(words.length === 0 ? coverage : []), ...files],
  { stdio: 'inherit' },
);
process.exit(status ?? 1);
