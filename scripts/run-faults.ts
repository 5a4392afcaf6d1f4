import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { COMPILE_CACHE } from './testing/compile-cache.ts';
import { collectFailedFiles, passAlone } from './testing/rerun-failed.ts';

// `npm run faults`: every fault-injection test with full figures. `-- --sample` = a short run of each,
// `-- --seed N` = repeats the random choices of an earlier run, `-- NAME…` = only the named suites.
const { values, positionals } = parseArgs({
  options: { sample: { type: 'boolean', default: false }, seed: { type: 'string' } },
  allowPositionals: true,
});
const suites = globSync('test/faults/*.test.ts').sort();
const named = (path: string) => basename(path, '.test.ts');
const unknown = positionals.filter((name) => !suites.some((path) => named(path) === name));
if (unknown.length > 0) fail(`there is no suite ${unknown.join(', ')}; there are ${suites.map(named).join(', ')}`);
const chosen = suites.filter((path) => positionals.length === 0 || positionals.includes(named(path)));

const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31));
if (!/^\d+$/.test(seed)) fail('--seed takes a whole number');
const again = ['npm run faults --', values.sample ? '--sample' : '', `--seed ${seed}`, ...positionals];
print(`seed ${seed}; the same again: ${again.filter(Boolean).join(' ')}`);

const directory = mkdtempSync(join(tmpdir(), 'imgd-faults-report-'));
const report = join(directory, 'measurements');
const begun = performance.now();
const env = {
  ...process.env,
  ...COMPILE_CACHE,
  FAULTS_FULL: values.sample ? '0' : '1',
  FAULTS_SEED: seed,
  FAULTS_REPORT: report,
};
const failed = collectFailedFiles();
// A full run takes as long as it takes.
const preload = values.sample ? ['--import', './test/support/time-limit.ts'] : [];
const options = [
  ...preload,
  '--test',
  '--test-concurrency=1',
  '--test-reporter=spec',
  '--test-reporter-destination=stdout',
];
const { status } = spawnSync(process.execPath, [...options, ...failed.args, ...chosen], { stdio: 'inherit', env });
const isPassed = passAlone(failed.take(), preload, env) || status === 0;
print(
  `\n| promise | figure | measured |\n|---|---|---|\n${existsSync(report) ? tableOf(readFileSync(report, 'utf8')) : ''}`,
);
print(`${values.sample ? 'sample' : 'full run'}, seed ${seed}, ${Math.round((performance.now() - begun) / 1_000)} s`);
rmSync(directory, { recursive: true });
process.exit(isPassed ? 0 : (status ?? 1));

function tableOf(lines: string): string {
  return lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { promise: string; figure: string; measured: string })
    .map(({ promise, figure, measured }) => `| ${promise} | ${figure} | ${measured} |`)
    .join('\n');
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function fail(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(2);
}
