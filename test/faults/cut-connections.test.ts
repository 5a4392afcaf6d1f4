import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { noChromium } from '../web/browser.ts';
import { startWeb } from '../web/web-app.ts';
import { SEED, times } from './support/options.ts';
import { photoJpeg } from './support/pictures.ts';
import { createRandom, type Random } from './support/random.ts';
import { record } from './support/report.ts';

const FILES = 60;
const CUTTING_MS = times(60_000, 15_000);
/** A picture has about 95,000 bytes: of four connections, three break before it has passed. */
const MAX_CONNECTION_BYTES = 130_000;
/** The longest wait between two attempts, and the time of the uploads themselves. */
const REST_MS = 120_000;

/** A proxy that resets each connection after a random number of bytes, while `cutting` is true. */
interface CuttingProxy extends AsyncDisposable {
  port: number;
  targetPort: number;
  cutting: boolean;
  cuts: number;
}

async function startCuttingProxy(random: Random): Promise<CuttingProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const target = createConnection(proxy.targetPort, '127.0.0.1');
    let left = random.below(MAX_CONNECTION_BYTES);
    const relay = (from: Socket, to: Socket) => {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroySoon();
      });
      to.on('drain', () => from.resume());
      from.on('data', (chunk: Buffer) => {
        left -= chunk.length;
        const isCut = proxy.cutting && left < 0;
        if (!to.write(isCut ? chunk.subarray(0, chunk.length + left) : chunk)) from.pause();
        if (!isCut || client.destroyed) return;
        proxy.cuts += 1;
        // The target gets the bytes before the cut.
        setImmediate(() => {
          client.resetAndDestroy();
          target.resetAndDestroy();
        });
      });
    };
    relay(client, target);
    relay(target, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: CuttingProxy = {
    port: (server.address() as AddressInfo).port,
    targetPort: 0,
    cutting: false,
    cuts: 0,
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return proxy;
}

test(`every connection breaks at a random byte for ${CUTTING_MS / 1_000} seconds: ${FILES} files chosen, ${FILES} uploaded, none twice, nothing to do`, {
  skip: noChromium,
  timeout: CUTTING_MS + REST_MS + 60_000,
}, async (t) => {
  const random = createRandom(SEED);
  await using proxy = await startCuttingProxy(random);
  // The service takes uploads of a session from its own address only.
  await using web = await startWeb({ env: { IMGD_BASE_URL: `http://localhost:${proxy.port}` } });
  proxy.targetPort = Number(new URL(web.app.url).port);
  await using opened = await web.openAs('cut@example.org');
  const { page, context } = opened;
  await page.goto(`http://localhost:${proxy.port}/`);
  await page.getByText('data are removed').waitFor();
  const files = [];
  for (let i = 0; i < FILES; i += 1) {
    files.push({ name: `${i}.jpg`, mimeType: 'image/jpeg', buffer: await photoJpeg(random, 900, 600) });
  }
  proxy.cutting = true;
  const startedAt = performance.now();
  await page.locator('input[type=file]').setInputFiles(files);
  await sleep(CUTTING_MS);
  const duringCuts = await page.locator('.upload-row.done').count();
  proxy.cutting = false;
  await page.locator('.overall').getByText(`${FILES} of ${FILES} uploaded`).waitFor({ timeout: REST_MS });
  const seconds = (performance.now() - startedAt) / 1_000;
  const { data } = await (await context.request.get(`${web.base}/api/v1/images?limit=100`)).json();
  const names: string[] = data.images.map(({ filename }: { filename: string }) => filename);
  assert.deepEqual(names.sort(), files.map(({ name }) => name).sort());
  assert.ok(proxy.cuts > 10, `${proxy.cuts} cuts`);
  const measured = `${proxy.cuts} connections cut in ${CUTTING_MS / 1_000} s; ${duringCuts} files uploaded by then, all after ${seconds.toFixed(0)} s`;
  record(t, 'a browser uploads 60 files over a line that breaks', `${FILES} images, none twice, no action`, measured);
});
