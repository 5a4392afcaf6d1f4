import { execFileSync, spawn } from 'node:child_process';
import { globSync } from 'node:fs';

// `npm test`: every test, or those whose path holds one of the words given. The whole run also holds the line coverage
// of src to its floor. TEST_SEED=<number> has the property tests try other examples than the usual ones.
const words = process.argv.slice(2);
const files = globSync('test/**/*.test.ts')
  .filter((path) => !path.startsWith('test/faults/'))
  .filter((path) => words.length === 0 || words.some((word) => path.includes(word)))
  .sort();
const whole = words.length === 0;
// After `npm run matrix`: the suite that speaks HTTP only, beside what the other engines have made of it.
const matrix = ['--test-reporter=./scripts/matrix/reporter.ts', '--test-reporter-destination=stdout'];
const coverage = ['--experimental-test-coverage', '--test-coverage-include=src/**', '--test-coverage-lines=90'];

// Browsers test the sources as they are now.
if (files.some((path) => path.startsWith('test/web/'))) {
  execFileSync(process.execPath, ['scripts/prepare.js'], { stdio: 'inherit' });
}

const child = spawn(
  process.execPath,
  [
    '--import',
    './test/support/fixed-seed.ts',
    '--test',
    ...(whole && process.env.TEST_MATRIX !== undefined ? matrix : []),
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    '--test-concurrency=2',
    ...(whole ? coverage : []),
    ...files,
  ],
  { stdio: ['inherit', 'pipe', 'inherit'] },
);
let measured = false;
child.stdout.setEncoding('utf8').on('data', (text: string) => {
  measured ||= text.includes('end of coverage report');
  process.stdout.write(text);
});
child.once('close', (status) => {
  // The runner only warns when it cannot read what was measured, and then holds nothing to its floor.
  if (whole && !measured && status === 0) {
    process.stderr.write('the line coverage was not measured\n');
    process.exitCode = 1;
  } else process.exitCode = status ?? 1;
});
