import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { until } from '../support/until.ts';
import { codeOf } from './support/client.ts';
import { checkStore } from './support/doctor.ts';
import { createJournal } from './support/journal.ts';
import { reading, type Scene, uploading } from './support/operations.ts';
import { SEED } from './support/options.ts';
import { createRandom } from './support/random.ts';
import { ms, record } from './support/report.ts';
import { type Service, startService } from './support/service.ts';
import { numbered, ONE_THREAD, threadOf, trace } from './support/strace.ts';
import { makeTempDir } from './support/temp-dir.ts';
import { hasProgram, needs } from './support/tools.ts';
import { verify } from './support/verify.ts';

const SYNCS = 'fsync,fdatasync';
const CALLS = `${SYNCS},pwrite64`;
/** How long a stuck sync takes. */
const STUCK_MS = 120_000;
/** A read on a busy machine. */
const READ_MS = 5_000;
/** Draining, closing connections, and a busy machine. */
const STOP_MS = 20_000;
/** A transaction waits five seconds for a lock, and an upload may begin during a wait; the rest allows for a busy machine. */
const LOCKED_MS = 13_000;
const LOCKED_UPLOADS = 6;

const start = (dataDir: string) =>
  startService({
    dataDir,
    env: { ...ONE_THREAD, IMGD_DECODER_PROCESSES: '1', IMGD_STOP_DELAY_SECONDS: '0', IMGD_STOP_DRAIN_SECONDS: '1' },
  });

test('an upload whose commit cannot be synced is refused, and a kill does not bring it back', async (t) => {
  if (!needs(t, hasProgram('strace'), 'strace')) return;
  await using directory = await makeTempDir();
  const { scene, broken } = await refuseAndKill(directory.path, async () => [`${SYNCS}:error=EIO`]);
  await using again = await start(directory.path);
  assert.deepEqual([...broken, ...(await problemsOf({ ...scene, service: again }))], []);
  assert.equal(imagesIn(directory.path), scene.journal.live.size);
});

test('an upload whose commit can be neither synced nor overwritten keeps its blobs: after a kill it is whole or absent', async (t) => {
  if (!needs(t, hasProgram('strace'), 'strace')) return;
  await using directory = await makeTempDir();
  const { scene, broken } = await refuseAndKill(directory.path, async ({ scene, catalog }) => {
    const tracing = await trace([catalog], CALLS);
    await uploading.run(scene);
    const writes = numbered(await tracing.stop()).filter(({ name }) => name === 'pwrite64');
    return [`${SYNCS}:error=EIO`, `pwrite64:error=EIO:when=${writes.length + 1}+`];
  });
  await using again = await start(directory.path);
  assert.deepEqual([...broken, ...(await problemsOf({ ...scene, service: again }))], []);
  const came = Number(imagesIn(directory.path)) - scene.journal.live.size;
  record(
    t,
    'a refused commit that cannot be synced has no row without its blobs',
    'EIO at every sync, then kill -9',
    `overwritten in the log: 0 came back; log not writable either: ${came} of 1 came back, whole`,
  );
});

test('a sync that hangs delays no read, and the service stops in time', async (t) => {
  if (!needs(t, hasProgram('strace'), 'strace')) return;
  await using directory = await makeTempDir();
  await using service = await start(directory.path);
  const scene = sceneOf(service);
  await uploading.run(scene);
  const log = join(directory.path, 'imgd.sqlite-wal');
  const { size } = await stat(log);
  const tracing = await trace([await threadOf(service, 'catalog')], SYNCS, `${SYNCS}:delay_enter=${STUCK_MS * 1_000}`);
  const stuck = uploading.run(scene).then(
    (answer) => answer?.status,
    () => 'lost',
  );
  await until(async () => (await stat(log)).size > size);
  const read = await reading.run(scene);
  assert.equal(read?.status, 200);
  assert.ok(read.ms < READ_MS, `a read took ${ms(read.ms)}`);
  const begun = performance.now();
  const stopping = service.kill('SIGTERM');
  await until(() => hasEnded(service));
  const stopMs = performance.now() - begun;
  await tracing.stop();
  await stopping;
  assert.ok(stopMs < STOP_MS, `the stop took ${ms(stopMs)}`);
  assert.notEqual(await stuck, 200);
  await using again = await start(directory.path);
  assert.deepEqual(await problemsOf({ ...scene, service: again }), []);
  record(
    t,
    'a sync that hangs delays no read and no stop',
    `a sync of ${ms(STUCK_MS)}; drain 1 s`,
    `read ${ms(read.ms)}, stop ${ms(stopMs)}`,
  );
});

test('while another process holds the write lock, all waiting uploads are refused together, and reads go on', async (t) => {
  await using directory = await makeTempDir();
  await using service = await start(directory.path);
  const scene = sceneOf(service);
  await uploading.run(scene);
  const other = new DatabaseSync(join(directory.path, 'imgd.sqlite'));
  other.exec('BEGIN IMMEDIATE');
  const uploads = Array.from({ length: LOCKED_UPLOADS }, () => uploading.run(scene));
  const read = await reading.run(scene);
  const refused = await Promise.all(uploads);
  other.exec('ROLLBACK');
  other.close();
  assert.equal(read?.status, 200);
  assert.ok(read.ms < READ_MS, `a read took ${ms(read.ms)}`);
  const longestMs = Math.max(...refused.map((answer) => answer?.ms ?? 0));
  assert.deepEqual([...new Set(refused.map((answer) => answer && codeOf(answer)))], ['STORAGE_UNAVAILABLE']);
  assert.ok(longestMs < LOCKED_MS, `an upload waited ${ms(longestMs)}`);
  assert.equal((await uploading.run(scene))?.status, 200);
  assert.deepEqual(await problemsOf(scene), []);
  assert.equal(imagesIn(directory.path), scene.journal.live.size);
  record(
    t,
    'a write lock of another process refuses uploads and delays no read',
    `${LOCKED_UPLOADS} uploads: 503 within two waits of five seconds`,
    `refused within ${ms(longestMs)}, read ${ms(read.ms)}`,
  );
});

/** Whether the process has ended. strace holds its stuck thread, so that its parent does not learn it. */
async function hasEnded({ pid }: Service): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => 'State:\tZ');
  return /^State:\tZ/m.test(status);
}

interface Refusing {
  scene: Scene;
  /** Id of the thread that writes the catalog. */
  catalog: number;
}

/** Uploads with errors injected into the thread of the catalog, which must refuse it, and kills the service. */
async function refuseAndKill(dataDir: string, injections: (refusing: Refusing) => Promise<string[]>) {
  await using service = await start(dataDir);
  const scene = sceneOf(service);
  await uploading.run(scene);
  const catalog = await threadOf(service, 'catalog');
  const tracing = await trace([catalog], CALLS, ...(await injections({ scene, catalog })));
  const answer = await uploading.run(scene);
  await service.kill('SIGKILL');
  const lines = await tracing.stop();
  assert.equal(answer && codeOf(answer), 'STORAGE_UNAVAILABLE', lines.join('\n'));
  return { scene, broken: lines.some((line) => line.includes('INJECTED')) ? [] : ['nothing was injected'] };
}

const sceneOf = (service: Service): Scene => ({ service, journal: createJournal(), random: createRandom(SEED) });

async function problemsOf({ service, journal }: Scene): Promise<string[]> {
  return [...(await verify(journal, service.url)), ...(await checkStore(service.dataDir))];
}

function imagesIn(dataDir: string): unknown {
  const file = new DatabaseSync(join(dataDir, 'imgd.sqlite'), { readOnly: true });
  try {
    return file.prepare('SELECT count(*) AS n FROM images').get()?.n;
  } finally {
    file.close();
  }
}
