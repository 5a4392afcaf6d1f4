import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../support/until.ts';
import { isRunning, workersOf } from '../../support/worker-processes.ts';
import { type Connection, connect, connectToEach, serveTogether, uploadBy } from './processes-support.ts';
import { imgd, tempDir } from './support.ts';

const UNLIMITED = { IMGD_PLANS: '{"anonymous":{"requestsPerHour":null}}' };

/** Uploads over new connections until `stop`. @returns the paths of acknowledged uploads, and other statuses */
function uploadContinually(url: string, clients: number) {
  const stored: string[] = [];
  const refused: number[] = [];
  const lost: string[] = [];
  let isStopped = false;
  const client = async (_: unknown, index: number) => {
    for (let count = 0; !isStopped; count++) {
      using connection: Connection = connect(url);
      try {
        const { status, path } = await uploadBy(connection, 1_000 * index + count);
        if (status === 200) stored.push(path);
        else refused.push(status);
      } catch (error) {
        const { code = '' } = error as NodeJS.ErrnoException;
        if (code === 'ECONNREFUSED') return;
        lost.push(code);
        await sleep(10);
      }
    }
  };
  const ended = Promise.all(Array.from({ length: clients }, client));
  return {
    stored,
    refused,
    lost,
    ended,
    async stop() {
      isStopped = true;
      await ended;
    },
  };
}

async function statusesOf(url: string, paths: readonly string[]): Promise<Set<number>> {
  using connection = connect(url);
  const found = new Set<number>();
  for (const path of paths) found.add((await connection.send('GET', path)).status);
  return found;
}

describe('processes that fail', () => {
  it('replaces a worker process that was killed, and loses no acknowledged upload', async () => {
    await using dir = await tempDir();
    await using server = await serveTogether(dir.path, 2, UNLIMITED);
    const load = uploadContinually(server.url, 6);
    await until(() => load.stored.length > 20);
    const killed = workersOf(server).get(1)!;
    process.kill(killed, 'SIGKILL');
    const replacement = await until(() => {
      const pid = workersOf(server).get(1);
      return pid !== killed && pid;
    });
    const before = load.stored.length;
    await until(() => load.stored.length > before + 20);
    await load.stop();
    for (const connection of await connectToEach(server, 2)) connection[Symbol.dispose]();
    assert.ok(isRunning(replacement));
    assert.match(server.stdout(), /"worker":1,.*"signal":"SIGKILL",.*a worker process has ended: it is replaced/);
    assert.ok(load.lost.length <= 6, 'only requests in the killed process are lost');
    assert.deepEqual(await statusesOf(server.url, load.stored), new Set([200]));
  });

  it('ends worker processes with a killed primary one, and the next start finds all acknowledged uploads', async () => {
    await using dir = await tempDir();
    const server = await serveTogether(dir.path, 3, UNLIMITED);
    const workers = [...workersOf(server).values()];
    const load = uploadContinually(server.url, 6);
    await until(() => load.stored.length > 30);
    server.kill('SIGKILL');
    await load.ended;
    await using again = await serveTogether(dir.path, 3, UNLIMITED);
    for (const pid of workers) assert.equal(isRunning(pid), false);
    assert.deepEqual(await statusesOf(again.url, load.stored), new Set([200]));
    const directories = await readdir(join(dir.path, 'tmp'));
    assert.deepEqual(directories.sort(), ['worker-1', 'worker-2']);
    const later = [...workersOf(again).values()];
    await again[Symbol.asyncDispose]();
    await until(() => later.every((pid) => !isRunning(pid)));
  });

  it('does not start beside a suspended worker process of a killed primary one', async () => {
    await using dir = await tempDir();
    const server = await serveTogether(dir.path, 2);
    const suspended = workersOf(server).get(1)!;
    process.kill(suspended, 'SIGSTOP');
    try {
      server.kill('SIGKILL');
      const env = { IMGD_DATA_DIR: dir.path, IMGD_PORT: '0', IMGD_WEB: 'off', IMGD_START_WAIT_SECONDS: '1' };
      const refused = await imgd(['serve'], env);
      const reason = `imgd: A worker process of an earlier imgd uses ${dir.path} (IMGD_DATA_DIR): end it.\n`;
      assert.deepEqual([refused.code, refused.stderr], [1, reason]);
      // It waits until the process runs again and ends.
      const waiting = serveTogether(dir.path, 1);
      await sleep(1_500);
      process.kill(suspended, 'SIGCONT');
      await using again = await waiting;
      assert.equal(isRunning(suspended), false);
      assert.equal(workersOf(again).size, 0);
    } finally {
      if (isRunning(suspended)) process.kill(suspended, 'SIGKILL');
    }
  });

  it('shows metrics beside a suspended worker process, and ends it at SIGTERM', async () => {
    await using dir = await tempDir();
    const env = { IMGD_METRICS_TOKEN: 'secret', IMGD_STOP_DRAIN_SECONDS: '0' };
    await using server = await serveTogether(dir.path, 2, env);
    const [connection] = await connectToEach(server, 2);
    const suspended = workersOf(server).get(1)!;
    process.kill(suspended, 'SIGSTOP');
    const { status, body } = await connection!.send('GET', '/metrics', { authorization: 'Bearer secret' });
    assert.equal(status, 200);
    assert.match(body.toString(), /^imgd_build_info\{.*\} 1$/m);
    server.kill('SIGTERM');
    assert.equal(await server.ended, 0, server.stdout());
    assert.equal(isRunning(suspended), false);
  });

  it('finishes the uploads in progress at SIGTERM, in all processes', async () => {
    await using dir = await tempDir();
    const env = { ...UNLIMITED, IMGD_STOP_DELAY_SECONDS: '1' };
    const server = await serveTogether(dir.path, 2, env);
    const load = uploadContinually(server.url, 6);
    await until(() => load.stored.length > 20);
    server.kill('SIGTERM');
    assert.equal(await server.ended, 0, server.stdout());
    await load.ended;
    assert.deepEqual([load.refused, load.lost], [[], []]);
    await using again = await serveTogether(dir.path, 1, UNLIMITED);
    assert.deepEqual(await statusesOf(again.url, load.stored), new Set([200]));
  });

  it('ends the start with the reason of a worker process that cannot start', async () => {
    await using dir = await tempDir();
    const env = { IMGD_DATA_DIR: dir.path, IMGD_PORT: '0', IMGD_WEB: 'off', IMGD_PROCESSES: '2' };
    const preload = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(BREAK_WORKERS)}` };
    const { code, stdout, stderr } = await imgd(['serve'], { ...env, ...preload });
    assert.equal(code, 1);
    assert.doesNotMatch(stdout, /imgd listening/);
    assert.match(
      stderr,
      /planted failure[\s\S]*imgd: Worker process 1 \(IMGD_PROCESSES\) has ended at its start: exit code 1\./,
    );
  });

  it('refuses the command of worker processes to people', async () => {
    const { code, stderr } = await imgd(['serve-worker', '1']);
    assert.deepEqual([code, stderr], [1, 'imgd: imgd serve starts serve-worker itself (IMGD_PROCESSES).\n']);
  });
});

const BREAK_WORKERS = 'if (process.argv[2] === "serve-worker") { console.error("planted failure"); process.exit(1); }';
