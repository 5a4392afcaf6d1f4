import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../scripts/services/free-port.ts';
import * as nginx from '../../scripts/services/nginx.ts';
import type { Service as Cache } from '../../scripts/services/service.ts';
import * as varnish from '../../scripts/services/varnish.ts';
import { registerAccount } from '../../src/actions/accounts/register-account.ts';
import { openStorageBeside, type Storage } from '../../src/compose/storage.ts';
import { loadConfig } from '../../src/config.ts';
import { newImageId } from '../../src/core/ids.ts';
import { makeCluster } from '../support/nodes.ts';
import { send } from '../support/requests.ts';
import { missing, noPostgres, noRedis } from '../support/services.ts';
import { until } from '../support/until.ts';
import { dataOf, request, upload } from './support/client.ts';
import { FULL, SEED, times } from './support/options.ts';
import { photoJpeg } from './support/pictures.ts';
import { createRandom } from './support/random.ts';
import { ms, record } from './support/report.ts';
import { startService } from './support/service.ts';
import { makeTempDir } from './support/temp-dir.ts';

const DELETIONS = times(10_000, 1_500);
const BULK = 100;
/** A sample may share its machine, so that its limit only detects a queue. */
const GONE_MS = FULL ? 2_000 : 10_000;

const CACHES = {
  nginx: { skip: missing('nginx', { ...nginx, start: (dir) => nginx.start(dir, '') }), start: nginx.start },
  varnish: { skip: missing('Varnish', { ...varnish, start: (dir) => varnish.start(dir, '') }), start: varnish.start },
} as const;

for (const [kind, { skip, start }] of Object.entries(CACHES)) {
  test(`a takedown after many deletions is gone from ${kind} in 2 s`, { skip }, async (t) => {
    await using dir = await makeTempDir();
    await takeDownAfterDeletions(t, { kind, start, dataDirs: [dir.path], env: {} });
  });

  test(`the same on two nodes that share PostgreSQL, behind ${kind}`, {
    skip: skip || noPostgres || noRedis,
  }, async (t) => {
    await using cluster = await makeCluster();
    const dataDirs = [await cluster.newDataDir(), await cluster.newDataDir()];
    await takeDownAfterDeletions(t, { kind, start, dataDirs, env: cluster.env });
  });
}

interface Setup {
  kind: string;
  start(dir: string, origin: string): Promise<Cache>;
  dataDirs: string[];
  env: Record<string, string>;
}

async function takeDownAfterDeletions(t: TestContext, { kind, start, dataDirs, env }: Setup): Promise<void> {
  await using dir = await makeTempDir();
  const ports = await Promise.all(dataDirs.map(freePort));
  const origin = `http://127.0.0.1:${ports[0]}`;
  const cache = await start(dir.path, origin);
  await using _cache = { [Symbol.asyncDispose]: () => cache.stop() };
  const settings = {
    ...env,
    IMGD_EDGE: kind,
    IMGD_EDGE_URL: cache.url,
    IMGD_BASE_URL: origin,
    IMGD_IMAGE_HOST: cache.url,
  };
  await using nodes = new AsyncDisposableStack();
  for (const [i, dataDir] of dataDirs.entries()) {
    nodes.use(await startService({ dataDir, env: { ...settings, IMGD_PORT: String(ports[i]) } }));
  }
  const { config } = loadConfig({ ...settings, IMGD_DATA_DIR: dataDirs[0] });
  const storage = await openStorageBeside(config);
  await using _storage = { [Symbol.asyncDispose]: () => storage.close() };

  const random = createRandom(SEED);
  const admin = await adminKey(storage);
  const sent = await upload(origin, { bytes: await photoJpeg(random, 900, 600) });
  const { id, links } = dataOf<{ id: string; links: Record<'direct' | 'thumbnail' | 'view_page', string> }>(sent);
  const copies = [links.direct, links.thumbnail, links.view_page, `${cache.url}/v/${id}/320.webp`];
  const statuses = () => Promise.all(copies.map(async (url) => (await request(url)).status));
  await until(async () => (await statuses()).every((status) => status === 200));
  const others = await addImages(storage, random, origin, DELETIONS);

  const begun = performance.now();
  for (let from = 0; from < others.length; from += BULK) {
    const answer = await send({ url: origin }, '/images/delete', { ids: others.slice(from, from + BULK) }, admin);
    assert.equal(answer.status, 200);
  }
  const deletedAt = performance.now();
  const waiting = await waitingPurges(storage);
  const taken = await send({ url: origin }, `/admin/images/${id}/takedown`, { reason: 'illegal' }, admin);
  assert.equal(taken.status, 200, await taken.text());
  const takenAt = performance.now();
  await until(async () => (await statuses()).every((status) => status === 404));
  const goneMs = performance.now() - takenAt;
  while ((await waitingPurges(storage)) > 0) await sleep(250);
  const drained = DELETIONS / ((performance.now() - deletedAt) / 1_000);
  const where = `${kind}, ${dataDirs.length === 1 ? 'one process' : 'two nodes'}`;
  const behind = `${waiting} purges of ${DELETIONS} deletions (in ${ms(deletedAt - begun)}) waited`;
  record(t, `takedown gone at all addresses of the edge: ${where}`, 'at most 2 s', `${ms(goneMs)}; ${behind}`);
  record(t, `purges of deletions: ${where}`, 'reported', `${Math.round(drained)} images/s after the last deletion`);
  assert.ok(goneMs <= GONE_MS, `${goneMs} ms`);
}

async function adminKey(storage: Storage): Promise<string> {
  const account = { email: 'admin@example.com', password: null, name: null, plan: 'enterprise' } as const;
  const { key } = await registerAccount(storage, { ...account, isAdmin: true, isVerified: true });
  return key.secret;
}

async function waitingPurges({ db }: Storage): Promise<number> {
  return (await db.selectFrom('jobs').select('id').where('kind', '=', 'purge-edge').execute()).length;
}

/** Uploads one picture, and adds images with the same content beside it. @returns their ids */
async function addImages(
  { db }: Storage,
  random: ReturnType<typeof createRandom>,
  origin: string,
  count: number,
): Promise<string[]> {
  const { id } = dataOf(await upload(origin, { bytes: await photoJpeg(random, 200, 150) }));
  const row = await db.selectFrom('images').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const ids = Array.from({ length: count }, newImageId);
  await db.transaction().execute(async (tx) => {
    for (const key of [row.original_key, row.thumbnail_key]) {
      await tx
        .updateTable('blobs')
        .set((eb) => ({ refs: eb('refs', '+', count) }))
        .where('key', '=', key)
        .execute();
    }
    for (const copy of ids) {
      await tx
        .insertInto('images')
        .values({ ...row, id: copy })
        .execute();
    }
  });
  return ids;
}
