import assert from 'node:assert/strict';
import { test } from 'node:test';
import { request } from './support/client.ts';
import { checkStore, runDoctor } from './support/doctor.ts';
import { createJournal } from './support/journal.ts';
import {
  bulkUploading,
  deleting,
  EVICTS_ALL,
  evicting,
  expiring,
  type Operation,
  purging,
  type Scene,
  uploading,
} from './support/operations.ts';
import { FULL, SEED } from './support/options.ts';
import { createRandom } from './support/random.ts';
import { record } from './support/report.ts';
import { type Service, startService } from './support/service.ts';
import { type Call, CHANGING, numbered, ONE_THREAD, THREADS, type Thread, threadOf, trace } from './support/strace.ts';
import { makeTempDir } from './support/temp-dir.ts';
import { hasProgram, needs } from './support/tools.ts';
import { verify } from './support/verify.ts';

const SAMPLE_CALLS = 2;
const FULL_CHECK_EVERY = 50;
const JOB_THREADS = ['catalog', 'files'] as const;
/** The main thread of a job makes no system calls that change files or send responses. */
const RUNS: { operation: Operation; threads: readonly Thread[] }[] = [
  ...[uploading, bulkUploading, deleting].map((operation) => ({ operation, threads: THREADS })),
  ...[expiring, purging, evicting].map((operation) => ({ operation, threads: JOB_THREADS })),
];
const start = (dataDir: string) =>
  startService({ dataDir, env: { ...ONE_THREAD, ...EVICTS_ALL, IMGD_DECODER_PROCESSES: '1' } });

test('a kill at any system call of an upload, a bulk upload, a delete, an expiry, an emptied trash or an eviction breaks no promise', async (t) => {
  if (!needs(t, hasProgram('strace'), 'strace')) return;
  const random = createRandom(SEED);
  await using directory = await makeTempDir();
  const journal = createJournal();
  let service: Service = await start(directory.path);
  const scene = (): Scene => ({ service, journal, random });
  const figures: string[] = [];
  const broken: string[] = [];
  let kills = 0;
  try {
    for (const { operation, threads } of RUNS) {
      for (const thread of threads) {
        await attempt(operation, thread, scene());
        const calls = numbered(await attempt(operation, thread, scene()));
        let killed = 0;
        for (const call of FULL ? calls : some(calls)) {
          await attempt(operation, thread, scene(), call);
          if (await survived(service)) continue;
          killed++;
          kills++;
          service = await start(directory.path);
          const checkAll = kills % FULL_CHECK_EVERY === 0;
          broken.push(...(await verify(journal, service.url, (id) => checkAll || journal.recent.has(id))));
          broken.push(...(await checkStore(directory.path)), ...(await service.temporaryFiles()));
          journal.recent.clear();
          assert.deepEqual(broken, [], `after a kill at ${call.name} ${call.n} of ${operation.name}, thread ${thread}`);
        }
        assert.ok(killed > 0, `no kill hit ${operation.name}, thread ${thread}`);
        figures.push(`${operation.name}/${thread} ${killed} of ${calls.length}`);
      }
    }
    broken.push(...(await verify(journal, service.url)));
    assert.deepEqual(broken, []);
    await service.kill('SIGTERM');
    const { code, findings } = await runDoctor(directory.path, '--verify-checksums');
    assert.equal(code, 0, JSON.stringify(findings));
  } finally {
    await service.kill('SIGKILL');
  }
  record(
    t,
    'a kill at the n-th system call breaks no promise',
    'every n of upload, bulk, delete, expire, purge, evict: 0 violations',
    `${kills} kills (${figures.join(', ')}), ${broken.length} violations`,
  );

  function some(calls: readonly Call[]): Call[] {
    return Array.from({ length: SAMPLE_CALLS }, () => random.pick(calls));
  }
});

test('control: a kill between rename and commit leaves orphans, which the next start collects', async (t) => {
  if (!needs(t, hasProgram('strace'), 'strace')) return;
  await using directory = await makeTempDir();
  await using service = await start(directory.path);
  const scene = { service, journal: createJournal(), random: createRandom(SEED) };
  await uploading.run(scene);
  const tracing = await trace([await threadOf(service, 'catalog')], 'pwrite64', 'pwrite64:signal=SIGKILL:when=1');
  await assert.rejects(uploading.run(scene), TypeError);
  await service.exited;
  await tracing.stop();
  assert.match((await checkStore(directory.path)).join(), /doctor: orphan .*doctor: orphan/);
  await using again = await start(directory.path);
  assert.deepEqual(await checkStore(directory.path), []);
  assert.ok(again.running());
});

/** Runs the operation under strace, which kills the service at `call`. @returns the traced calls */
async function attempt(operation: Operation, thread: Thread, scene: Scene, call?: Call): Promise<string[]> {
  await operation.prepare?.(scene);
  const inject = call === undefined ? [] : [`${call.name}:signal=SIGKILL:when=${call.n}`];
  const tracing = await trace([await threadOf(scene.service, thread)], CHANGING, ...inject);
  try {
    await operation.run(scene);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    await scene.service.exited;
  }
  return tracing.stop();
}

/** Whether the service lives: it still counts as running for a short time after the kill, but answers no request. */
async function survived(service: Service): Promise<boolean> {
  try {
    await request(`${service.url}/api/v1/health`);
    return true;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    await service.exited;
    return false;
  }
}
