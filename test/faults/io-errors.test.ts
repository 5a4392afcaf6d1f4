import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, faultOfErrorBody } from './support/client.ts';
import { examine } from './support/doctor.ts';
import { createJournal } from './support/journal.ts';
import { bulkUploading, deleting, type Operation, reading, type Scene, uploading } from './support/operations.ts';
import { FULL, SEED } from './support/options.ts';
import { createRandom } from './support/random.ts';
import { record } from './support/report.ts';
import { type Service, startService } from './support/service.ts';
import { type Call, numbered, ONE_THREAD, type Thread, threadOf, trace } from './support/strace.ts';
import { makeTempDir } from './support/temp-dir.ts';
import { hasProgram, needs } from './support/tools.ts';
import { verify } from './support/verify.ts';

// Not close: Linux gives the descriptor back even where close fails, and an injected failure does not.
// Not the write by which a thread wakes another: it cannot fail on a disk, and libuv ends the process there.
const FAILING =
  'openat,read,pread64,mkdir,rename,unlink,rmdir,write,pwrite64,fsync,fdatasync,ftruncate,statfs,statx,fstat';
const ERRORS = ['EIO', 'ENOSPC'];
const SAMPLE_CALLS = 2;
const RETRIES = 3;
/** Calls by which only what is no longer wanted is removed; where they fail it stays until the next start. */
const CLEANING = /^(unlink|rmdir|statx|openat\(.*O_DIRECTORY)/;

test('an I/O error at any call is one clean answer, leaves nothing half done, and the next upload works', async (t) => {
  if (!needs(t, hasProgram('strace'), 'strace')) return;
  const random = createRandom(SEED);
  await using directory = await makeTempDir();
  await using service = await startService({
    dataDir: directory.path,
    env: { ...ONE_THREAD, IMGD_DECODER_PROCESSES: '1' },
  });
  const journal = createJournal();
  const scene: Scene = { service, journal, random };
  const answers = new Map<string, number>();
  /** What stays because its removal was what failed. */
  const excused = new Set<string>();
  let injected = 0;
  for (const operation of [uploading, bulkUploading, deleting, reading]) {
    for (const thread of ['main', 'files'] as const) {
      await attempt(operation, thread, scene);
      const calls = numbered((await attempt(operation, thread, scene)).lines).filter(({ line }) => mayFail(line));
      for (const call of FULL ? calls : some(calls)) {
        for (const error of ERRORS) {
          const told = await inject(operation, thread, scene, call, error);
          if (told === undefined) continue;
          injected++;
          const where = `${error} at ${call.line} of ${operation.name}`;
          const code = judge(told.answer, where);
          answers.set(code, (answers.get(code) ?? 0) + 1);
          const left = (await leftOver(service, excused)).filter((name) => !excused.has(name));
          if (CLEANING.test(call.line)) for (const name of left.splice(0)) excused.add(name);
          assert.deepEqual(left, [], `left in the temporary directory after ${where}`);
          await verifyQuiet(scene, where);
          const next = await uploading.run(scene);
          assert.equal(next?.status, 200, `the next upload after ${where}: ${next?.bytes}\n${service.log()}`);
        }
      }
    }
  }
  assert.deepEqual(await verify(journal, service.url), []);
  assert.ok(service.running());
  const seen = [...answers].map(([code, count]) => `${count} x ${code}`).join(', ');
  record(
    t,
    'an I/O error at the n-th call is answered cleanly and leaves nothing half done',
    'EIO and ENOSPC at every n: one clean answer, next upload works',
    `${injected} errors, answered ${seen}; 0 half done, 0 restarts`,
  );
  assert.ok(injected > 0 && (answers.get('503 STORAGE_UNAVAILABLE') ?? 0) > 0, `answers: ${seen}`);

  function some(calls: readonly Call[]): Call[] {
    return calls.length === 0 ? [] : Array.from({ length: SAMPLE_CALLS }, () => random.pick(calls));
  }
});

test('control: a row that nobody was told of, and a file that was left, are found', async () => {
  await using directory = await makeTempDir();
  await using service = await startService({ dataDir: directory.path });
  const scene: Scene = { service, journal: createJournal(), random: createRandom(SEED) };
  await uploading.run(scene);
  await verifyQuiet(scene, 'nothing');
  const [entry] = scene.journal.live.values();
  assert.ok(entry !== undefined);
  scene.journal.live.clear();
  await assert.rejects(verifyQuiet(scene, 'a planted row'), /images in the catalog/);
  assert.throws(
    () => judge({ status: 500, headers: new Headers(), bytes: Buffer.from('oops'), ms: 0 }, 'x'),
    /not JSON/,
  );
});

/** What stays in the temporary directory: an answer may go out while its request is being cleaned up. */
async function leftOver(service: Service, excused: ReadonlySet<string>): Promise<string[]> {
  for (let i = 0; ; i++) {
    const left = await service.temporaryFiles();
    if (i === 20 || left.every((name) => excused.has(name))) return left;
    await sleep(100);
  }
}

interface Told {
  lines: string[];
  answer: Answer | undefined;
}

async function attempt(operation: Operation, thread: Thread, scene: Scene, injection?: string): Promise<Told> {
  await operation.prepare?.(scene);
  const tracing = await trace([await threadOf(scene.service, thread)], FAILING, injection);
  const answer = await operation.run(scene);
  return { answer, lines: await tracing.stop() };
}

/** Undefined when the error met no call that the disk could have failed, in any of several attempts. */
async function inject(
  operation: Operation,
  thread: Thread,
  scene: Scene,
  call: Call,
  error: string,
): Promise<Told | undefined> {
  // Where it would not meet the disk, it may be the thread's wake-up call instead: then nothing may be injected.
  for (let i = 0; i < RETRIES; i++) {
    const told = await attempt(operation, thread, scene, `${call.name}:error=${error}:when=${call.n}`);
    const hit = told.lines.find((line) => line.includes('(INJECTED)'));
    if (hit !== undefined && mayFail(hit)) return told;
  }
  return undefined;
}

function mayFail(line: string): boolean {
  return (
    !/<(anon_inode|pipe|socket|TCP|UNIX|\/dev\/|\/proc\/)/.test(line) && !/node_modules|\/work\/main\/src/.test(line)
  );
}

/** @returns the answer in words; a lost connection or an answer of another shape fails */
function judge(answer: Answer | undefined, where: string): string {
  assert.ok(answer !== undefined, where);
  if (answer.status === 200) return '200';
  const text = answer.bytes.toString();
  assert.equal(faultOfErrorBody(answer.status, text), undefined, where);
  assert.ok(answer.status >= 500, `${where}: ${text}`);
  return `${answer.status} ${JSON.parse(text).error.code}`;
}

/** Nothing is broken, and there is no image that nobody was told of. */
async function verifyQuiet({ service, journal }: Scene, where: string): Promise<void> {
  const broken = await verify(journal, service.url, (id) => journal.recent.has(id));
  journal.recent.clear();
  assert.deepEqual([...broken, ...(await examine(service.dataDir))], [], where);
  const file = new DatabaseSync(join(service.dataDir, 'imgd.sqlite'), { readOnly: true });
  const rows = file.prepare('SELECT count(*) AS n FROM images').get()?.n;
  file.close();
  assert.equal(rows, journal.live.size, `images in the catalog after ${where}`);
}
