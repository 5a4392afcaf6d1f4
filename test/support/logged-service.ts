import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PROGRAM } from './program.ts';
import { until } from './until.ts';

export type Line = Record<string, unknown>;

/** A service in a process of its own, whose log is read. */
export interface LoggedService extends AsyncDisposable {
  url: string;
  /** Lines of the log so far. */
  log: Line[];
  /** Everything that it printed. */
  output(): string;
  /** Sends SIGTERM. */
  stop(): Promise<void>;
}

/** @param level of IMGD_LOG_LEVEL */
export async function serve(level: string, env: Record<string, string> = {}): Promise<LoggedService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'imgd-test-'));
  const child = spawn(process.execPath, [PROGRAM, 'serve'], {
    env: {
      ...process.env,
      IMGD_DATA_DIR: dataDir,
      IMGD_PORT: '0',
      IMGD_WEB: 'off',
      IMGD_LOG_LEVEL: level,
      IMGD_PLANS: '{"anonymous":{"requestsPerHour":10000}}',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const log: Line[] = [];
  const printed: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`it ended with ${code}`)));
    createInterface(child.stdout).on('line', (line) => {
      printed.push(line);
      const [, listening] = /^imgd listening on (\S+)/.exec(line) ?? [];
      if (listening !== undefined) resolve(listening);
      else if (line.startsWith('{')) log.push(JSON.parse(line));
    });
  });
  const stop = async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'close');
  };
  return {
    url,
    log,
    output: () => printed.join('\n'),
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The line of a request, and a proof that there is no second one. */
export async function lineOf(service: LoggedService, id: string): Promise<Line> {
  const linesOf = () => service.log.filter(({ request_id, msg }) => request_id === id && msg === 'request');
  await until(() => linesOf().length > 0);
  const lines = linesOf();
  assert.equal(lines.length, 1, JSON.stringify(lines));
  return lines[0] ?? assert.fail();
}
