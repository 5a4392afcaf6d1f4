import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { cephMissing, openTestS3 } from '../support/ceph.ts';
import { makeDatabase, noPostgres } from '../support/services.ts';
import { until } from '../support/until.ts';
import { startCommand } from './support/command.ts';
import { createJournal, type Journal, uploadAndRecord } from './support/journal.ts';
import { startMovingLoad } from './support/moving-load.ts';
import { SEED, times } from './support/options.ts';
import { noisePng } from './support/pictures.ts';
import { createRandom, type Random } from './support/random.ts';
import { record } from './support/report.ts';
import { filesBelow, startService } from './support/service.ts';
import { makeTempDir } from './support/temp-dir.ts';
import { verify } from './support/verify.ts';

const IMAGES = times(3_000, 60);
const UPLOADED_AT_ONCE = 8;
/** The test kills the first backup after this part of the blobs. */
const KILLED_AT = 0.3;
/** How fast a store takes blobs is not what this suite is about. */
const LONGEST_COPY_S = 120;

interface Place {
  dataDir: string;
  /** Settings of the service. */
  env: Record<string, string>;
}

interface Scene {
  service: Place;
  /** Empty. */
  restored: Place;
  target: string;
  /** Number of blobs in the pool of the target. */
  pooled(): Promise<number>;
  /** Removes all data of the service. */
  destroy(): Promise<void>;
}

/** Backs up under load, with a first run that is killed; destroys the service, restores and compares. */
async function actOut(scene: Scene, random: Random) {
  const { service, restored, target } = scene;
  const journal = createJournal();
  const running = await startService(service);
  await using ending = new AsyncDisposableStack();
  ending.defer(() => running.kill('SIGKILL'));
  await fill(journal, running.url, random);

  await using load = startMovingLoad(journal, running.url, random);
  const backUp = () => startCommand(['backup', target, '--parallel', '2'], service.dataDir, service.env);
  const killed = backUp();
  await until(async () => (await scene.pooled()) > KILLED_AT * 2 * IMAGES, LONGEST_COPY_S);
  killed.kill('SIGKILL');
  assert.equal((await killed.ended).code, null, 'the first run was killed underway');
  const pooled = await scene.pooled();
  const unfinished = await startCommand(['backup', '--check', target], service.dataDir, service.env).ended;
  assert.match(unfinished.text, /There is no finished backup/);

  // What is acknowledged now must be in the backup, and what is deleted now must not.
  const promised = createJournal();
  for (const [id, entry] of journal.live) promised.live.set(id, entry);
  for (const [id, entry] of journal.deleted) promised.deleted.set(id, entry);
  const begun = performance.now();
  const finished = await backUp().ended;
  const backedUpMs = performance.now() - begun;
  assert.equal(finished.code, 0, finished.text);
  const [, count = 0, copied = 0] = (/ (\d+) blobs \(.*?\), (\d+) of them new/.exec(finished.text) ?? []).map(Number);
  // The load has deleted some of the blobs that the first run had copied.
  assert.ok(copied < count - pooled / 2, `the second run continues: ${finished.text}`);
  await load.stop();
  assert.deepEqual(load.failures, []);
  // Deleted during or after the backup: they may be in it or not.
  for (const id of [...promised.live.keys()]) if (!journal.live.has(id)) promised.live.delete(id);
  await running.kill('SIGKILL');
  await scene.destroy();

  const checked = await startCommand(['backup', '--check', target], restored.dataDir, restored.env).ended;
  assert.equal(checked.code, 0, checked.text);
  const restoring = performance.now();
  const { code, text } = await startCommand(['restore', target], restored.dataDir, restored.env).ended;
  const restoredMs = performance.now() - restoring;
  assert.equal(code, 0, text);
  assert.match(text, / 0 images missing/);
  const again = await startService(restored);
  ending.defer(() => again.kill('SIGKILL'));
  assert.deepEqual(await verify(promised, again.url), [], `of the run with seed ${SEED}`);
  await again.kill('SIGTERM');
  const doctor = await startCommand(['doctor', '--verify-checksums'], restored.dataDir, restored.env).ended;
  assert.equal(doctor.code, 0, doctor.text);
  const seconds = (ms: number) => (ms / 1_000).toFixed(1);
  return (
    `backup ${seconds(backedUpMs)} s of ${count} blobs, restore ${seconds(restoredMs)} s; ` +
    `${promised.live.size} of ${promised.live.size} promised images there, 0 of ${promised.deleted.size} deleted ones back`
  );
}

async function fill(journal: Journal, url: string, random: Random): Promise<void> {
  let left = IMAGES;
  const client = async () => {
    while (left-- > 0) await uploadAndRecord(journal, url, { bytes: await noisePng(random) });
  };
  await Promise.all(Array.from({ length: UPLOADED_AT_ONCE }, client));
  assert.equal(journal.live.size, IMAGES);
}

const PROMISE = 'a backup under load, the first run killed with -9; everything destroyed and restored';
const FIGURE = 'every acknowledged upload there, byte for byte; no deleted one back';

test(`SQLite and a directory: ${PROMISE}`, async (t) => {
  await using directory = await makeTempDir();
  const place = (name: string) => join(directory.path, name);
  const env = { IMGD_DECODER_PROCESSES: '2' };
  const measured = await actOut(
    {
      service: { dataDir: place('data'), env },
      restored: { dataDir: place('restored'), env },
      target: place('target'),
      pooled: async () => (await filesBelow(place('target/blobs')).catch(() => [])).filter(isPooled).length,
      destroy: () => rm(place('data'), { recursive: true }),
    },
    createRandom(SEED),
  );
  record(t, `SQLite, disk: ${PROMISE}`, FIGURE, measured);
});

test(`PostgreSQL and S3: ${PROMISE}`, { skip: noPostgres || cephMissing() }, async (t) => {
  await using directory = await makeTempDir();
  await using s3 = await openTestS3();
  const [database, empty] = [await makeDatabase(), await makeDatabase()];
  await using databases = new AsyncDisposableStack();
  databases.defer(empty.drop);
  const at = (url: string, prefix: string) => ({
    IMGD_DECODER_PROCESSES: '2',
    ...s3.env,
    IMGD_BLOBS: 's3',
    IMGD_S3_PREFIX: prefix,
    IMGD_DATABASE_URL: url,
  });
  const measured = await actOut(
    {
      service: { dataDir: join(directory.path, 'data'), env: at(database.url, 'images/') },
      restored: { dataDir: join(directory.path, 'restored'), env: at(empty.url, 'restored/') },
      target: `s3://${s3.bucket}/backups/of-imgd`,
      pooled: async () => (await s3.keys('backups/of-imgd/blobs/')).length,
      destroy: async () => {
        await database.drop();
        await rm(join(directory.path, 'data'), { recursive: true });
      },
    },
    createRandom(SEED),
  );
  record(t, `PostgreSQL, S3: ${PROMISE}`, FIGURE, measured);
});

const isPooled = (path: string) => /\/[0-9a-f]{64}$/.test(path);
