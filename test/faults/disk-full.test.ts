import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { codeOf, errorBodyProblem, request, upload } from './support/client.ts';
import { checkStore } from './support/doctor.ts';
import { createJournal, type Journal, removeAndRecord, uploadAndRecord } from './support/journal.ts';
import { SEED, times } from './support/options.ts';
import { noisePng } from './support/pictures.ts';
import { createRandom, type Random } from './support/random.ts';
import { record } from './support/report.ts';
import { type Service, startService } from './support/service.ts';
import { mountSmallDisk, type SmallDisk } from './support/small-disk.ts';
import { makeTempDir } from './support/temp-dir.ts';
import { needs } from './support/tools.ts';
import { verify } from './support/verify.ts';

const DISK_MIB = 40;
/** Space for the files of one upload of 63 MB above the minimum. */
const LARGE_DISK_MIB = 420;
const ROUNDS = times(12, 2);
const PAGE = 4_096;

interface Scene {
  service: Service;
  disk: SmallDisk;
  journal: Journal;
  random: Random;
}

test('below the minimum of free space the service refuses uploads, and reads and deletes continue', async (t) => {
  await using disk = await mountSmallDisk(DISK_MIB);
  if (!needs(t, disk !== undefined, 'the right to mount a tmpfs') || disk === undefined) return;
  const env = { IMGD_MIN_FREE_BYTES: String(8 * 2 ** 20) };
  await using service = await startService({ dataDir: await dataDirOn(disk), env });
  const scene: Scene = { service, disk, journal: createJournal(), random: createRandom(SEED) };
  for (let i = 0; i < 4; i++) assert.equal(await tryUpload(scene), '200');
  await disk.fillUpTo(6 * 2 ** 20);
  assert.equal(await tryUpload(scene), '503 STORAGE_UNAVAILABLE');
  assert.equal(await readAndDelete(scene), '200');
  await disk.free();
  assert.equal(await tryUpload(scene), '200');
  assert.deepEqual([...(await verify(scene.journal, service.url)), ...(await checkStore(service.dataDir))], []);
});

test('wherever the disk runs full, the service refuses uploads cleanly, serves reads, and recovers when space is free', async (t) => {
  await using disk = await mountSmallDisk(DISK_MIB);
  if (!needs(t, disk !== undefined, 'the right to mount a tmpfs') || disk === undefined) return;
  await using service = await startService({ dataDir: await dataDirOn(disk) });
  const scene: Scene = { service, disk, journal: createJournal(), random: createRandom(SEED) };
  const answers = new Map<string, number>();
  const deletes: string[] = [];
  for (let i = 0; i < 4; i++) assert.equal(await tryUpload(scene), '200');
  for (let round = 0; round < ROUNDS; round++) {
    // Each count of pages fails at another step: the received file, the scrubbed file, the thumbnail, the log of SQLite.
    for (const leftPages of [0, 1, 2, 3, 4, 6, 8, 12, 16, 24]) {
      await disk.fillUpTo(leftPages * PAGE);
      const side = scene.random.pick([
        [40, 30],
        [200, 150],
        [600, 400],
      ] as const);
      const outcome = await tryUpload(scene, ...side);
      answers.set(outcome, (answers.get(outcome) ?? 0) + 1);
      assert.deepEqual(await service.temporaryFiles(), [], `after ${outcome}`);
      if (outcome !== '200') deletes.push(await readAndDelete(scene));
      await disk.free();
      assert.equal(await tryUpload(scene), '200', `after freeing space: ${service.log()}`);
    }
    assert.deepEqual([...(await verify(scene.journal, service.url)), ...(await checkStore(service.dataDir))], []);
  }
  assert.ok(service.running());
  const seen = [...answers].map(([outcome, count]) => `${count} x ${outcome}`).join(', ');
  assert.deepEqual(
    [...answers.keys()].filter((outcome) => outcome !== '200'),
    ['503 STORAGE_UNAVAILABLE'],
    seen,
  );
  // The disk is completely full here. Above the minimum of the other test a delete always finds space.
  assert.deepEqual(
    deletes.filter((outcome) => outcome !== '200' && outcome !== '503 STORAGE_UNAVAILABLE'),
    [],
  );
  const deleted = deletes.filter((outcome) => outcome === '200').length;
  record(
    t,
    'a full disk refuses uploads and nothing else',
    '503, reads and deletes continue, recovers without restart',
    `below the minimum: upload 503, reads and deletes 200; at 0 to 24 free pages: uploads ${seen}, reads 200, ${deleted} of ${deletes.length} deletes 200, the others 503; recovered every time`,
  );
});

test('parallel uploads never bring the free space below the minimum', async (t) => {
  await using disk = await mountSmallDisk(LARGE_DISK_MIB);
  if (!needs(t, disk !== undefined, 'the right to mount a tmpfs') || disk === undefined) return;
  const floor = 256 * 2 ** 20;
  await using service = await startService({
    dataDir: await dataDirOn(disk),
    env: { IMGD_MIN_FREE_BYTES: String(floor) },
  });
  const bytes = await largePng();
  let least = await disk.freeBytes();
  let isDone = false;
  const watch = (async () => {
    for (; !isDone; await sleep(2)) least = Math.min(least, await disk.freeBytes());
  })();
  const answers = await Promise.all(Array.from({ length: 8 }, () => upload(service.url, { bytes })));
  isDone = true;
  await watch;
  const outcomes = answers.map((answer) => (answer.status === 200 ? '200' : `${answer.status} ${codeOf(answer)}`));
  record(
    t,
    'parallel uploads leave the minimum of free space',
    'never below the minimum',
    `8 uploads of ${Math.round(bytes.length / 2 ** 20)} MiB at once: at least ${Math.round(least / 2 ** 20)} of 256 MiB free; ${outcomes.filter((one) => one === '200').length} stored`,
  );
  assert.ok(least >= floor, `${least} bytes were free, ${outcomes}`);
  assert.deepEqual(
    [...new Set(outcomes)].filter((one) => !['200', '503 STORAGE_UNAVAILABLE'].includes(one)),
    [],
  );
  assert.equal((await upload(service.url, { bytes: await noisePng(createRandom(SEED)) })).status, 200, 'it recovers');
});

test('control: the same upload succeeds on another disk', async (t) => {
  await using disk = await mountSmallDisk(DISK_MIB);
  if (!needs(t, disk !== undefined, 'the right to mount a tmpfs') || disk === undefined) return;
  await using directory = await makeTempDir();
  await using service = await startService({ dataDir: directory.path });
  const scene: Scene = { service, disk, journal: createJournal(), random: createRandom(SEED) };
  await disk.fillUpTo(0);
  assert.equal(await tryUpload(scene), '200');
});

/** An uncompressed PNG just below the size that anonymous callers may send. */
function largePng(): Promise<Buffer> {
  return sharp({ create: { width: 4_600, height: 4_600, channels: 3, background: '#375' } })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

async function dataDirOn(disk: SmallDisk): Promise<string> {
  const path = join(disk.path, 'data');
  await mkdir(path);
  return path;
}

/** @returns the status and the error code @throws AssertionError when the error body has an undocumented shape */
async function tryUpload({ service, journal, random }: Scene, width = 40, height = 30): Promise<string> {
  const answer = await uploadAndRecord(journal, service.url, { bytes: await noisePng(random, width, height) });
  if (answer.status === 200) return '200';
  assert.equal(errorBodyProblem(answer.status, answer.bytes.toString()), undefined);
  return `${answer.status} ${codeOf(answer)}`;
}

/** Reads and deletes the oldest image. A delete may fail, because its row needs space. @returns as `tryUpload` */
async function readAndDelete({ service, journal }: Scene): Promise<string> {
  const [oldest] = journal.live.values();
  assert.ok(oldest !== undefined);
  for (const path of oldest.served.keys()) assert.equal((await request(service.url + path)).status, 200);
  const answer = await removeAndRecord(journal, service.url, oldest);
  if (answer.status === 200) return '200';
  assert.equal(errorBodyProblem(answer.status, answer.bytes.toString()), undefined);
  return `${answer.status} ${codeOf(answer)}`;
}
