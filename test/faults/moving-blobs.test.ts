import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { cephMissing, openTestS3, type TestS3 } from '../support/ceph.ts';
import { until } from '../support/until.ts';
import { type Command, startCommand } from './support/command.ts';
import { createJournal, type Journal, uploadAndRecord } from './support/journal.ts';
import { startMovingLoad } from './support/moving-load.ts';
import { SEED, times } from './support/options.ts';
import { noisePng } from './support/pictures.ts';
import { createRandom, type Random } from './support/random.ts';
import { ms, record } from './support/report.ts';
import { startService } from './support/service.ts';
import { makeTempDir } from './support/temp-dir.ts';
import { verify } from './support/verify.ts';

const IMAGES = times(10_000, 200);
const UPLOADED_AT_ONCE = 8;
const COMPARED_AT_ONCE = 16;
/** The test kills the copier after this part of the blobs. */
const KILLED_AT = 0.4;

let opening: Promise<TestS3> | undefined;
const opened = () => {
  opening ??= openTestS3();
  return opening;
};
after(async () => (await opening)?.[Symbol.asyncDispose]());

test('moving from the disk to Ceph under load, with the copier killed: no read fails, every byte arrives', {
  skip: cephMissing(),
}, async (t) => {
  const random = createRandom(SEED);
  const s3 = await opened();
  await using directory = await makeTempDir();
  const dataDir = directory.path;
  const prefix = 'moved/';
  const onDisk = { IMGD_DECODER_PROCESSES: '2' };
  const onS3 = { ...onDisk, ...s3.env, IMGD_BLOBS: 's3', IMGD_S3_PREFIX: prefix };
  const journal = createJournal();
  let service = await startService({ dataDir, env: onDisk });
  await using ending = new AsyncDisposableStack();
  ending.defer(() => service.kill('SIGKILL'));
  await fill(journal, service.url, random);

  await using load = startMovingLoad(journal, service.url, random);
  const restart = (env: Record<string, string>) =>
    load.restart(async () => {
      await service.kill('SIGTERM');
      service = await startService({ dataDir, env });
      return service.url;
    });
  const startedAt = performance.now();
  const copier = () => startCommand(['blobs', 'copy', '--to', `s3://${s3.bucket}/${prefix}`], dataDir, s3.env);
  const killed = copier();
  const killedAt = await killUnderway(killed, dataDir);
  const { code, text } = await copier().ended;
  const [, copied = Number.NaN, present = Number.NaN] = (/(\d+) copied, (\d+) already present/.exec(text) ?? []).map(
    Number,
  );
  assert.equal(code, 0, text);
  assert.ok(copied > 0 && present < 2_000 && copied + present < 2 * IMAGES, `the second run resumes: ${text}`);

  const pauses = [await restart({ ...onS3, IMGD_BLOBS_FALLBACK: 'disk' })];
  const last = await startCommand(['blobs', 'copy'], dataDir, { ...onS3, IMGD_BLOBS_FALLBACK: 'disk' }).ended;
  assert.equal(last.code, 0, last.text);
  const movedMs = performance.now() - startedAt;
  pauses.push(await restart(onS3));
  // From now on the service cannot read the old location.
  await rename(join(dataDir, 'blobs'), join(dataDir, 'old'));
  await uploadAndRecord(journal, service.url, { bytes: await noisePng(random) });
  await load.stop();

  assert.deepEqual(load.failures, []);
  assert.deepEqual(await verify(journal, service.url), [], `of the run with seed ${SEED}`);
  await service.kill('SIGTERM');
  const { compared, wrong } = await compareObjects(s3, prefix, dataDir);
  assert.deepEqual(wrong, []);
  record(
    t,
    'moving blobs from disk to Ceph under load, the copier killed with -9',
    '0 failed reads, every SHA-256 equal',
    `${IMAGES} images in ${Math.round(movedMs / 1_000)} s, copier killed at ${Math.round(killedAt * 100)} %; ${load.reads} reads, ` +
      `${journal.counts.uploads - IMAGES} uploads and ${journal.counts.deletes} deletes during the move, 0 failed; ${compared} objects compared, 0 wrong`,
  );
  record(t, 'pauses while the service restarts on the other location', '-', pauses.map(ms).join(', '));
});

test('control: missing and changed objects are found', { skip: cephMissing() }, async () => {
  const random = createRandom(SEED);
  const s3 = await opened();
  await using directory = await makeTempDir();
  const env = { ...s3.env, IMGD_BLOBS: 's3', IMGD_S3_PREFIX: 'control/' };
  const journal = createJournal();
  {
    await using service = await startService({ dataDir: directory.path, env });
    for (let i = 0; i < 2; i++) await uploadAndRecord(journal, service.url, { bytes: await noisePng(random) });
    await service.kill('SIGTERM');
  }
  assert.deepEqual((await compareObjects(s3, 'control/', directory.path)).wrong, []);
  const [gone, changed] = (await s3.keys('control/')).filter((key) => key.includes('/'));
  await s3.client.send(new DeleteObjectCommand({ Bucket: s3.bucket, Key: `control/${gone}` }));
  await s3.client.send(new PutObjectCommand({ Bucket: s3.bucket, Key: `control/${changed}`, Body: 'x' }));
  const { wrong } = await compareObjects(s3, 'control/', directory.path);
  assert.deepEqual(wrong.sort(), [`changed ${changed}`, `missing ${gone}`]);
});

async function fill(journal: Journal, url: string, random: Random): Promise<void> {
  let left = IMAGES;
  const client = async () => {
    while (left-- > 0) await uploadAndRecord(journal, url, { bytes: await noisePng(random) });
  };
  await Promise.all(Array.from({ length: UPLOADED_AT_ONCE }, client));
  assert.equal(journal.live.size, IMAGES);
}

/** Kills a copier after a part of the blobs. @returns the part that it has copied */
async function killUnderway(copier: Command, dataDir: string): Promise<number> {
  const keys = rowsOf(dataDir).map(({ key }) => key);
  const passed = async () => {
    const directory = join(dataDir, 'copying');
    const names = await readdir(directory).catch(() => []);
    const name = names.find((one) => /^copied-to-\w+$/.test(one));
    const last = name === undefined ? '' : await readFile(join(directory, name), 'utf8');
    return keys.filter((key) => key <= last).length / keys.length;
  };
  let ended = false;
  void copier.ended.then(() => {
    ended = true;
  });
  for (;;) {
    const part = await until(async () => ended || (await passed()));
    assert.ok(typeof part === 'number', `the copier exited before the kill: ${ended && (await copier.ended).text}`);
    if (part < KILLED_AT) continue;
    copier.kill('SIGKILL');
    assert.equal((await copier.ended).code, null);
    return part;
  }
}

function rowsOf(dataDir: string): { key: string; sha256: string }[] {
  const file = new DatabaseSync(join(dataDir, 'imgd.sqlite'), { readOnly: true, timeout: 5_000 });
  try {
    return file.prepare('SELECT key, sha256 FROM blobs ORDER BY key').all() as { key: string; sha256: string }[];
  } finally {
    file.close();
  }
}

/** Compares the objects with the catalog without code of the service. */
async function compareObjects(s3: TestS3, prefix: string, dataDir: string) {
  const rows = rowsOf(dataDir);
  const queue = [...rows];
  const wrong: string[] = [];
  const worker = async () => {
    for (let row = queue.pop(); row !== undefined; row = queue.pop()) {
      const bytes = await s3.peek(prefix + row.key).catch(() => undefined);
      if (bytes === undefined) wrong.push(`missing ${row.key}`);
      else if (createHash('sha256').update(bytes).digest('hex') !== row.sha256) wrong.push(`changed ${row.key}`);
    }
  };
  await Promise.all(Array.from({ length: COMPARED_AT_ONCE }, worker));
  return { compared: rows.length, wrong };
}
