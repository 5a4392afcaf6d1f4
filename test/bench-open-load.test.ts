import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openLoad } from '../bench/support/measure.ts';
import { drawPhotos } from '../bench/support/photos.ts';

const PROGRAM = fileURLToPath(new URL('../bench/support/open-load.ts', import.meta.url));
const STOPPED_MS = 500;

/** A server that answers each upload after a time. @param onUpload gets the number of uploads until now */
async function startServer(delayMs: number, onUpload?: (count: number) => void) {
  let count = 0;
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    onUpload?.(++count);
    await sleep(delayMs);
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.dispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Runs with the path of a picture. */
async function withPhoto(work: (path: string) => Promise<void>): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'imgd-open-load-'));
  try {
    const { paths } = await drawPhotos(directory, { format: 'jpeg', width: 64, height: 48, noise: 10 }, 1);
    await work(paths[0] as string);
  } finally {
    await rm(directory, { recursive: true });
  }
}

it('an open load uploads at its rate, however long the server takes', () =>
  withPhoto(async (path) => {
    using server = await startServer(300);
    const { stored, refused, storedP99 } = await openLoad({ ...server, key: 'k' }, { rate: 40, seconds: 1 }, [path]);
    assert.deepEqual([stored, refused], [40, 0]);
    assert.ok(storedP99 !== null && storedP99 >= 300, `${storedP99} ms`);
  }));

it('a latency begins when an upload was due, also where the load program is late', () =>
  withPhoto(async (path) => {
    const counted = Promise.withResolvers<void>();
    // 40 in the second that does not count, then 20 of 80.
    using server = await startServer(0, (count) => count === 60 && counted.resolve());
    const args = ['--no-warnings', PROGRAM, server.url, 'k', '40', '0', '/', '2', path];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (more) => {
      text += more;
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    await counted.promise;
    child.kill('SIGSTOP');
    await sleep(STOPPED_MS);
    child.kill('SIGCONT');
    await ended;
    const { stored, storedP99 } = JSON.parse(text);
    assert.equal(stored, 80);
    assert.ok(storedP99 >= STOPPED_MS - 100, `${storedP99} ms`);
  }));
