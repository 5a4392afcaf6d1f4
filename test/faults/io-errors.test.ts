import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, errorBodyProblem } from './support/client.ts';
import { checkStore } from './support/doctor.ts';
import { createJournal } from './support/journal.ts';
import { bulkUploading, deleting, type Operation, reading, type Scene, uploading } from './support/operations.ts';
import { FULL, ROOT, SEED } from './support/options.ts';
import { createRandom } from './support/random.ts';
import { record } from './support/report.ts';
import { type Service, startService } from './support/service.ts';
import { type Call, numbered, ONE_THREAD, THREADS, type Thread, threadOf, trace } from './support/strace.ts';
import { makeTempDir } from './support/temp-dir.ts';
import { hasProgram, needs } from './support/tools.ts';
import { verify } from './support/verify.ts';

// Without close: Linux frees the descriptor even when close fails, but an injected failure does not.
// Without the write that wakes a thread: it cannot fail on a disk, and libuv aborts the process when it does.
const FAILING =
  'openat,read,pread64,mkdir,rename,unlink,rmdir,write,pwrite64,fsync,fdatasync,ftruncate,statfs,statx,fstat';
const ERRORS = ['EIO', 'ENOSPC'];
const SAMPLE_CALLS = 2;
const RETRIES = 3;
/** Calls that only remove temporary files. When they fail, the files remain until the next start. */
const CLEANUP = /^(unlink|rmdir|statx|openat\(.*O_DIRECTORY)/;

const start = (dataDir: string) => startService({ dataDir, env: { ...ONE_THREAD, IMGD_DECODER_PROCESSES: '1' } });

test('an I/O error at any call gives one clean response and leaves no partial state, and the next upload succeeds', async (t) => {
  if (!needs(t, hasProgram('strace'), 'strace')) return;
  const random = createRandom(SEED);
  await using directory = await makeTempDir();
  const journal = createJournal();
  const scene: Scene = { service: await start(directory.path), journal, random };
  await using _running = { [Symbol.asyncDispose]: () => scene.service.kill('SIGKILL') };
  const answers = new Map<string, number>();
  /** Files that remain because their removal failed. */
  const excused = new Set<string>();
  let injected = 0;
  let unacknowledged = 0;
  for (const operation of [uploading, bulkUploading, deleting, reading]) {
    for (const thread of THREADS) {
      await attempt(operation, thread, scene);
      const calls = numbered((await attempt(operation, thread, scene)).lines).filter(({ line }) => mayFail(line));
      for (const call of FULL ? calls : some(calls)) {
        for (const error of ERRORS) {
          const result = await inject(operation, thread, scene, call, error);
          if (result === undefined) {
            // The response may have been lost: its images are then in the catalog or not.
            unacknowledged = imagesIn(directory.path) - journal.live.size;
            continue;
          }
          injected++;
          const where = `${error} at ${call.line} of ${operation.name}`;
          const code = judge(result.answer, where);
          answers.set(code, (answers.get(code) ?? 0) + 1);
          const left = (await leftOver(scene.service, excused)).filter((name) => !excused.has(name));
          if (CLEANUP.test(call.line)) for (const name of left.splice(0)) excused.add(name);
          assert.deepEqual(left, [], `left in the temporary directory after ${where}`);
          await verifyQuiet(scene, where, unacknowledged);
          const next = await uploading.run(scene);
          assert.equal(next?.status, 200, `the next upload after ${where}: ${next?.bytes}\n${scene.service.log()}`);
        }
      }
    }
  }
  assert.deepEqual(await verify(journal, scene.service.url), []);
  assert.ok(scene.service.running());
  const seen = [...answers].map(([code, count]) => `${count} x ${code}`).join(', ');
  record(
    t,
    'an I/O error at the n-th call gives a clean response and no partial state',
    'EIO and ENOSPC at every n: one clean response, next upload succeeds',
    `${injected} errors, responses ${seen}; 0 partial states, 0 restarts`,
  );
  assert.ok(injected > 0 && (answers.get('503 STORAGE_UNAVAILABLE') ?? 0) > 0, `responses: ${seen}`);
  assert.deepEqual([...answers.keys()].sort(), ['200', '503 STORAGE_UNAVAILABLE'], seen);

  function some(calls: readonly Call[]): Call[] {
    return calls.length === 0 ? [] : Array.from({ length: SAMPLE_CALLS }, () => random.pick(calls));
  }
});

test('control: an unacknowledged row and a malformed error are found', async () => {
  await using directory = await makeTempDir();
  await using service = await startService({ dataDir: directory.path });
  const scene: Scene = { service, journal: createJournal(), random: createRandom(SEED) };
  await uploading.run(scene);
  await verifyQuiet(scene, 'no error');
  const [entry] = scene.journal.live.values();
  assert.ok(entry !== undefined);
  scene.journal.live.clear();
  await assert.rejects(verifyQuiet(scene, 'a planted row'), /images in the catalog/);
  assert.throws(
    () => judge({ status: 500, headers: new Headers(), bytes: Buffer.from('oops'), ms: 0 }, 'x'),
    /not JSON/,
  );
});

/** Waits for the temporary directory to be empty: a request may send its response before it removes its files. */
async function leftOver(service: Service, excused: ReadonlySet<string>): Promise<string[]> {
  for (let i = 0; ; i++) {
    const left = await service.temporaryFiles();
    if (i === 20 || left.every((name) => excused.has(name))) return left;
    await sleep(100);
  }
}

interface Attempt {
  lines: string[];
  /** undefined when the connection was lost. */
  answer: Answer | undefined;
}

async function attempt(operation: Operation, thread: Thread, scene: Scene, injection?: string): Promise<Attempt> {
  await operation.prepare?.(scene);
  const tracing = await trace(
    [await threadOf(scene.service, thread)],
    FAILING,
    ...(injection === undefined ? [] : [injection]),
  );
  const answer = await operation.run(scene).catch((error) => {
    if (error instanceof TypeError) return undefined;
    throw error;
  });
  return { answer, lines: await tracing.stop() };
}

/** Attempts an operation with an error at a call. @returns undefined when no attempt hit a call on the disk */
async function inject(
  operation: Operation,
  thread: Thread,
  scene: Scene,
  call: Call,
  error: string,
): Promise<Attempt | undefined> {
  // The n-th call of an attempt may be another one, for example the wake-up of the thread.
  for (let i = 0; i < RETRIES; i++) {
    const result = await attempt(operation, thread, scene, `${call.name}:error=${error}:when=${call.n}`);
    const hit = result.lines.find((line) => line.includes('(INJECTED)'));
    if (hit !== undefined && mayFail(hit)) return result;
    // libuv aborts the process when the wake-up of a thread fails.
    if (!scene.service.running()) scene.service = await start(scene.service.dataDir);
  }
  return undefined;
}

/** Whether a call concerns files of the service, not other descriptors or its source code. */
function mayFail(line: string): boolean {
  const isFile = !/<(anon_inode|pipe|socket|TCP|UNIX|\/dev\/|\/proc\/)/.test(line);
  return isFile && !line.includes('node_modules') && !line.includes(`${ROOT}src`);
}

/** @returns the status and the error code @throws AssertionError on a lost connection or a malformed error body */
function judge(answer: Answer | undefined, where: string): string {
  assert.ok(answer !== undefined, where);
  if (answer.status === 200) return '200';
  const text = answer.bytes.toString();
  assert.equal(errorBodyProblem(answer.status, text), undefined, where);
  assert.ok(answer.status >= 500, `${where}: ${text}`);
  return `${answer.status} ${JSON.parse(text).error.code}`;
}

/** Asserts that no promise is broken and that the catalog has no unacknowledged image. */
async function verifyQuiet({ service, journal }: Scene, where: string, unacknowledged = 0): Promise<void> {
  const broken = await verify(journal, service.url, (id) => journal.recent.has(id));
  journal.recent.clear();
  assert.deepEqual([...broken, ...(await checkStore(service.dataDir))], [], where);
  assert.equal(imagesIn(service.dataDir) - unacknowledged, journal.live.size, `images in the catalog after ${where}`);
}

function imagesIn(dataDir: string): number {
  const file = new DatabaseSync(join(dataDir, 'imgd.sqlite'), { readOnly: true });
  try {
    return Number(file.prepare('SELECT count(*) AS n FROM images').get()?.n);
  } finally {
    file.close();
  }
}
