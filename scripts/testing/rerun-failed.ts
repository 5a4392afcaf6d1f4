import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

/** With more failed files the change is at fault, not the load of the machine. */
const MAX_FILES = 5;
const TEST_FILE = /\.test\.m?[jt]s$/;

/** Collects the files with failed tests of a run. */
export interface FailedFiles {
  /** Options of the test runner. */
  args: string[];
  /** Reads the paths after the run, and removes what the collection needed. */
  take(): string[];
}

export function collectFailedFiles(): FailedFiles {
  const directory = mkdtempSync(join(tmpdir(), 'imgd-failed-files-'));
  const list = join(directory, 'files');
  return {
    args: ['--test-reporter=./scripts/testing/failed-files-reporter.ts', `--test-reporter-destination=${list}`],
    take() {
      const files = readFileSync(list, 'utf8').split('\n').filter(Boolean);
      rmSync(directory, { recursive: true });
      return files;
    },
  };
}

/**
 * With CI=true: runs files with failed tests once more, one after the other and without other load. A test that depends on
 * time may fail on a machine that others disturb; a defect fails again. What passed only now is named as flaky.
 * @param args options of the test runner beside the files
 * @returns whether all of them pass now
 */
export function passAlone(files: string[], args: string[], env: NodeJS.ProcessEnv): boolean {
  if (process.env.CI !== 'true' || files.length === 0 || files.length > MAX_FILES) return false;
  // The runner names the module that defines a test. One that test files share runs no test alone.
  if (!files.every((path) => TEST_FILE.test(path))) return false;
  const names = files.map((path) => relative(process.cwd(), path)).join(', ');
  process.stdout.write(`\nfailed, now once more, alone: ${names}\n\n`);
  const options = [...args, '--test', '--test-concurrency=1', '--test-reporter=spec'];
  const { status } = spawnSync(process.execPath, [...options, ...files], { stdio: 'inherit', env });
  if (status === 0) process.stdout.write(`\nflaky, passed only alone: ${names}\n`);
  return status === 0;
}
