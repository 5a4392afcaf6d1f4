import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Upload } from 'tus-js-client';
import { openStorage } from '../../src/compose/storage.ts';
import { loadConfig } from '../../src/config.ts';
import { pngOfSize } from '../fixtures/png-of-size.ts';
import { cephMissing, openTestS3 } from '../support/ceph.ts';
import { makeCluster } from '../support/nodes.ts';
import { noPostgres, noRedis } from '../support/services.ts';
import { until } from '../support/until.ts';
import { checkStore } from './support/doctor.ts';
import { TEMP_PREFIX, times } from './support/options.ts';
import { record } from './support/report.ts';
import { type Service, startService } from './support/service.ts';

const FILE_BYTES = times(1_000_000_000, 24_000_000);
const BYTES_A_SECOND = times(30_000_000, 6_000_000);
const CUT_EVERY_MS = times(3_000, 700);
const ENV = {
  IMGD_PLANS: JSON.stringify({
    anonymous: { requestsPerHour: null, maxFileBytes: 1_024 * 2 ** 20, maxPixels: 1_000_000_000 },
  }),
  IMGD_DECODER_PROCESSES: '1',
};

/** A proxy of limited bandwidth to one of several services, which breaks all connections every few seconds. */
interface BadLine extends AsyncDisposable {
  url: string;
  cuts: number;
  /** Goes on without breaks. */
  mend(): void;
}

async function startBadLine(targets: () => readonly string[]): Promise<BadLine> {
  const sockets = new Set<Socket>();
  let turn = 0;
  const server = createServer((client) => {
    const urls = targets();
    const port = Number(new URL(urls[turn++ % urls.length] ?? 'http://127.0.0.1:1').port);
    const target = createConnection(port, '127.0.0.1');
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
    client.on('data', (chunk: Buffer) => {
      target.write(chunk);
      client.pause();
      setTimeout(() => client.resume(), (chunk.length / BYTES_A_SECOND) * 1_000);
    });
    target.on('data', (chunk) => client.write(chunk));
    client.on('close', () => target.destroy());
    target.on('close', () => client.destroySoon());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const timer = setInterval(() => {
    if (sockets.size === 0) return;
    line.cuts++;
    for (const socket of sockets) socket.resetAndDestroy();
  }, CUT_EVERY_MS);
  const line = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cuts: 0,
    mend: () => clearInterval(timer),
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return line;
}

interface Status {
  status: string;
  offset: number;
  image: { id: string; delete_token: string; links: { direct: string } } | null;
}

async function statusOf(base: string, path: string): Promise<Status | undefined> {
  const answer = await fetch(base + path).catch(() => undefined);
  if (answer === undefined) return undefined;
  assert.equal(answer.status, 200);
  return ((await answer.json()) as { data: Status }).data;
}

/**
 * Uploads a file over a bad line, while nodes are killed twice: in the middle, and when all bytes have come or nearly so.
 * @param restart kills a node, and starts it again
 */
async function uploadOverBadLine(
  t: TestContext,
  name: string,
  nodes: Service[],
  restart: (index: number) => Promise<void>,
): Promise<void> {
  await using line = await startBadLine(() => nodes.filter((node) => node.running()).map(({ url }) => url));
  const file = pngOfSize(FILE_BYTES);
  const startedAt = performance.now();
  let sentBytes = 0;
  let lastHeader: string | undefined;
  const upload = new Upload(file, {
    endpoint: `${line.url}/api/v1/uploads`,
    retryDelays: Array.from({ length: 200 }, () => 300),
    metadata: { filename: 'large.png' },
    onProgress: (bytes) => {
      sentBytes = Math.max(sentBytes, bytes);
    },
  });
  const done = new Promise<void>((resolve, reject) => {
    upload.options.onSuccess = ({ lastResponse }) => {
      lastHeader = lastResponse.getHeader('Image-Id') ?? undefined;
      resolve();
    };
    upload.options.onError = reject;
  });
  done.catch(() => {});
  upload.start();

  const path = await until(() => upload.url !== null && new URL(upload.url).pathname);
  const isAt = (share: number) => async () => {
    const [node] = nodes.filter((one) => one.running());
    const status = node && (await statusOf(node.url, path));
    return status !== undefined && (status.status !== 'uploading' || status.offset >= share * file.length);
  };
  await waitFor(isAt(0.3));
  await restart(0);
  await waitFor(isAt(0.999));
  await restart(nodes.length - 1);
  await done;
  const seconds = (performance.now() - startedAt) / 1_000;
  line.mend();

  const [{ url }] = nodes as [Service];
  const { status, image } = (await statusOf(url, path)) as Status;
  assert.equal(status, 'complete');
  assert.ok(image !== null);
  assert.equal(lastHeader, image.id, 'the client learns the image from the last answer');
  const stored = await fetch(`${url}${new URL(image.links.direct).pathname}`);
  const digest = createHash('sha256');
  for await (const chunk of stored.body as AsyncIterable<Uint8Array>) digest.update(chunk);
  assert.equal(digest.digest('hex'), createHash('sha256').update(file).digest('hex'), 'bytes equal');
  assert.ok(line.cuts > 0);
  record(
    t,
    `${name}: one file of ${FILE_BYTES / 1e6} MB, a line that breaks every ${CUT_EVERY_MS / 1_000} s, two kills`,
    'one image, bytes equal',
    `${line.cuts} breaks, 2 kills, ${seconds.toFixed(1)} s; one image, bytes equal`,
  );
}

async function waitFor(look: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 600_000; performance.now() < end; await sleep(20)) if (await look()) return;
  throw new Error('the upload does not go on');
}

/** One image in the catalog, no part of an upload, and no difference between catalog and store. */
async function assertOnce(dataDir: string, env: Record<string, string> = {}): Promise<void> {
  const { config } = loadConfig({ IMGD_DATA_DIR: dataDir, ...env });
  const storage = await openStorage(config);
  try {
    const count = async (table: 'images' | 'upload_parts') =>
      (await storage.db.selectFrom(table).selectAll().execute()).length;
    assert.deepEqual([await count('images'), await count('upload_parts')], [1, 0]);
  } finally {
    await storage.close();
  }
  // Blobs of a killed node remain until they are old enough to count as orphans.
  const findings = await checkStore(dataDir, env);
  assert.deepEqual(
    findings.filter((finding) => !finding.startsWith('doctor: orphan')),
    [],
  );
}

test('a file uploaded over a line that breaks all the time, while the service is killed twice, arrives once', {
  timeout: 1_200_000,
}, async (t) => {
  const dataDir = await mkdtemp(TEMP_PREFIX);
  const nodes = [await startService({ dataDir, env: ENV })];
  try {
    await uploadOverBadLine(t, 'embedded catalog, disk', nodes, async () => {
      await nodes[0]?.kill('SIGKILL');
      nodes[0] = await startService({ dataDir, env: ENV });
    });
    await nodes[0]?.kill('SIGTERM');
    await assertOnce(dataDir);
  } finally {
    await nodes[0]?.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  }
});

test('the same over two nodes with PostgreSQL, S3 and Redis', {
  skip: noPostgres || noRedis || cephMissing(),
  timeout: 1_200_000,
}, async (t) => {
  await using cluster = await makeCluster();
  await using s3 = await openTestS3();
  const env = { ...ENV, ...cluster.env, ...s3.env, IMGD_BLOBS: 's3' };
  const dataDirs = [await cluster.newDataDir(), await cluster.newDataDir()];
  const nodes = await Promise.all(dataDirs.map((dataDir) => startService({ dataDir, env })));
  try {
    await uploadOverBadLine(t, 'two nodes, PostgreSQL, S3, Redis', nodes, async (index) => {
      await nodes[index]?.kill('SIGKILL');
      nodes[index] = await startService({ dataDir: dataDirs[index] as string, env });
    });
    await Promise.all(nodes.map((node) => node.kill('SIGTERM')));
    await assertOnce(dataDirs[0] as string, env);
  } finally {
    await Promise.all(nodes.map((node) => node.kill('SIGKILL')));
  }
});
