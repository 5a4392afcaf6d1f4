import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { AppError, type ErrorCode } from '../../../src/core/errors.ts';
import { INPUT_FORMATS } from '../../../src/core/formats.ts';
import { createDecoderPool, type PoolOptions } from '../../../src/imaging/pool.ts';
import type { JobOrigin, ProcessJob } from '../../../src/imaging/port.ts';
import { NO_SANDBOX } from '../../../src/imaging/sandbox.ts';
import { HOSTILE } from '../../fixtures/hostile.ts';
import { IMAGES, imageFixture } from '../../fixtures/images.ts';
import { headerOnlyPng } from '../../fixtures/png.ts';
import { pngOfSize } from '../../fixtures/png-of-size.ts';

const OPTIONS: Omit<PoolOptions, 'workDir'> = {
  processes: 1,
  maxWaiting: 10,
  timeoutMs: 30_000,
  addressSpaceKib: 2_500_000,
  maxUploadBytes: 2 ** 30,
  sandbox: NO_SANDBOX,
};

const SOMEBODY: JobOrigin = { kind: 'upload', caller: 'address:192.0.2.1' };

const refusedWith = (code: ErrorCode) => (error: unknown) => error instanceof AppError && error.code === code;

/** A pool and a directory for its jobs. The end of the test removes both. */
async function openPool(
  t: TestContext,
  { isCold = false, ...options }: Partial<PoolOptions> & { isCold?: boolean } = {},
) {
  const directory = await mkdtemp(join(tmpdir(), 'imgd-pool-'));
  const lost: string[] = [];
  const workDir = join(directory, 'decoders');
  const decoder = createDecoderPool({ ...OPTIONS, workDir, onLost: (why) => lost.push(why), ...options });
  const pool = {
    ...decoder,
    process: (job: ProcessJob, origin = SOMEBODY) => decoder.process(job, origin),
    processWithRetry: (job: ProcessJob) => decoder.processWithRetry(job, SOMEBODY),
  };
  if (!isCold) pool.warmUp();
  t.after(async () => {
    await pool.close();
    await rm(directory, { recursive: true, force: true });
  });
  let jobs = 0;
  const job = async (bytes: Buffer, changes: Partial<ProcessJob> = {}): Promise<ProcessJob> => {
    const outputPath = join(directory, String(jobs++));
    const inputPath = `${outputPath}-upload`;
    await writeFile(inputPath, bytes);
    return {
      inputPath,
      outputPath,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      sizeBytes: bytes.length,
      format: 'PNG',
      maxPixels: 100_000_000,
      keepMetadata: false,
      formats: INPUT_FORMATS,
      ...changes,
    };
  };
  return { pool, job, lost };
}

/** The decoder processes that this process has started. */
async function decoders(): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found: number[] = [];
  for (const pid of pids) {
    // A process that has just ended has neither file.
    const [status, command] = await Promise.all(
      ['stat', 'cmdline'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
    );
    const [state, parent] = (status ?? '').slice((status ?? '').lastIndexOf(')') + 2).split(' ');
    if (Number(parent) === process.pid && state !== 'Z' && /decoder\.[jt]s/.test(command ?? ''))
      found.push(Number(pid));
  }
  return found;
}

async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 400; i++) {
    if (await isTrue()) return;
    await sleep(25);
  }
  assert.fail(`not in time: ${what}`);
}

/** A stopped process ends by the signal when it goes on. */
function crash(pid: number): void {
  process.kill(pid, 'SIGABRT');
  process.kill(pid, 'SIGCONT');
}

/** Waits for the process of a pool of one. */
async function onlyDecoder(): Promise<number> {
  await until('there is one decoder', async () => (await decoders()).length === 1);
  return (await decoders())[0] as number;
}

const big = () => imageFixture('wide').bytes();
const small = () => imageFixture('png').bytes();

describe('the decoder pool', { skip: process.platform === 'linux' ? false : 'looks into /proc' }, () => {
  it('does not count the start of a process as a slow job of the first caller', async (t) => {
    const program = fileURLToPath(new URL('slow-start-decoder.mjs', import.meta.url));
    const { pool, job } = await openPool(t, { processes: 2, isCold: true, program });
    await pool.process(await job(await small()));
    const jobs = [await job(await small()), await job(await small())];
    const both = jobs.map((one) => pool.process(one));
    // The queue gives a worker to each of them before either ends.
    await new Promise(setImmediate);
    assert.deepEqual(pool.load().uploads, { running: 2, waiting: 0 });
    await Promise.all(both);
  });

  it('processes every fixture and returns its facts', async (t) => {
    const { pool, job } = await openPool(t);
    for (const { name, format, width, height, frames, hasAlpha, bytes } of IMAGES) {
      const processed = await pool.process(await job(await bytes(), { format }));
      const { thumbnail } = processed;
      assert.deepEqual(
        [processed.format, processed.width, processed.height, processed.frames, processed.hasAlpha],
        [format, width, height, frames, hasAlpha],
        name,
      );
      assert.ok(Math.max(thumbnail.width, thumbnail.height) <= 320 && (thumbnail.file?.sizeBytes ?? 0) > 0, name);
    }
  });

  it('returns the same facts for a lazy job, without decoding', async (t) => {
    const { pool, job } = await openPool(t);
    for (const { name, format, bytes } of IMAGES) {
      const now = await pool.process(await job(await bytes(), { format }));
      const later = await pool.process(await job(await bytes(), { format, isLazy: true }));
      assert.equal(later.thumbnail.file, null, name);
      const facts = ({ original, thumbnail, ...rest }: typeof now) => ({
        ...rest,
        sha256: original.sha256,
        thumbnail: { ...thumbnail, file: null },
      });
      assert.deepEqual(facts(later), facts(now), name);
    }
    assert.notEqual(
      (await pool.process(await job(await small(), { isLazy: true, wantsHash: true }))).thumbnail.file,
      null,
    );
  });

  it('refuses hostile fixtures with their codes, and continues', async (t) => {
    const { pool, job, lost } = await openPool(t);
    // Files of other types are refused before the decoder.
    for (const { name, refusal, bytes } of HOSTILE.filter((one) => !['text', 'empty'].includes(one.name))) {
      const format = INPUT_FORMATS.find((one) => name.endsWith(one.toLowerCase())) ?? 'PNG';
      await assert.rejects(pool.process(await job(await bytes(), { format })), refusedWith(refusal), name);
    }
    assert.deepEqual(lost, []);
    assert.equal((await pool.process(await job(await small()))).width, 64);
  });

  it('answers INVALID_IMAGE if a decoder crashes during a job, and the next job succeeds', async (t) => {
    const { pool, job, lost } = await openPool(t);
    await pool.process(await job(await small()));
    const pid = await onlyDecoder();
    process.kill(pid, 'SIGSTOP');
    const doomed = assert.rejects(pool.process(await job(await small())), refusedWith('INVALID_IMAGE'));
    crash(pid);
    await doomed;
    assert.match(lost.join(), /signal SIGABRT/);
    assert.deepEqual(
      [...pool.losses()].filter(([, count]) => count > 0),
      [['crash', 1]],
    );
    assert.equal((await pool.process(await job(await small()))).width, 64);
    assert.notEqual(await onlyDecoder(), pid);
  });

  it('tries again in another decoder if one is killed from outside', async (t) => {
    const { pool, job, lost } = await openPool(t);
    await pool.process(await job(await small()));
    const pid = await onlyDecoder();
    process.kill(pid, 'SIGSTOP');
    const again = pool.process(await job(await small()));
    process.kill(pid, 'SIGKILL');
    assert.equal((await again).width, 64);
    assert.match(lost.join(), /signal SIGKILL/);
    assert.deepEqual(
      [...pool.losses()].filter(([, count]) => count > 0),
      [['killed', 1]],
    );
  });

  it('answers SERVICE_UNAVAILABLE, not INVALID_IMAGE, if the second decoder is killed too', async (t) => {
    const { pool, job } = await openPool(t);
    const pid = await onlyDecoder();
    process.kill(pid, 'SIGSTOP');
    const refused = pool.process(await job(await small())).catch((error) => error);
    process.kill(pid, 'SIGKILL');
    await until('there is another decoder', async () => (await decoders()).some((one) => one !== pid));
    for (const one of await decoders()) if (one !== pid) process.kill(one, 'SIGKILL');
    const error = await refused;
    assert.ok(refusedWith('SERVICE_UNAVAILABLE')(error), String(error));
    assert.ok(error.retryAfterSeconds > 0);
    assert.equal((await pool.process(await job(await small()))).width, 64);
  });

  it('kills a decoder that hangs', async (t) => {
    const { pool, job, lost } = await openPool(t, { timeoutMs: 3_000 });
    await pool.process(await job(await small()));
    const pid = await onlyDecoder();
    process.kill(pid, 'SIGSTOP');
    await assert.rejects(pool.process(await job(await small())), refusedWith('INVALID_IMAGE'));
    assert.match(lost.join(), /took longer than 3000 ms/);
    assert.equal((await pool.process(await job(await small()))).width, 64);
    await until('the hung process has ended', async () => !(await decoders()).includes(pid));
  });

  it('replaces a decoder that dies while idle', async (t) => {
    const { pool, job } = await openPool(t);
    await pool.process(await job(await small()));
    const pid = await onlyDecoder();
    process.kill(pid, 'SIGKILL');
    await until('a replacement exists', async () => (await decoders()).some((one) => one !== pid));
    assert.equal((await pool.process(await job(await small()))).width, 64);
  });

  it('refuses jobs beyond the length of the queue', async (t) => {
    const { pool, job } = await openPool(t, { maxWaiting: 2 });
    const jobs = await Promise.all([big(), big(), big()].map(async (bytes) => job(await bytes)));
    const surplus = await job(await small());
    const running = jobs.map((one) => pool.process(one));
    assert.deepEqual(pool.load(), { running: 1, waiting: 2, uploads: { running: 1, waiting: 2 }, maxWaiting: 2 });
    await assert.rejects(pool.process(surplus), (error: unknown) => {
      assert.ok(error instanceof AppError);
      assert.equal(error.code, 'SERVICE_UNAVAILABLE');
      assert.ok((error.retryAfterSeconds ?? 0) > 0);
      return true;
    });
    assert.deepEqual(
      (await Promise.all(running)).map((one) => one.width),
      [20_000, 20_000, 20_000],
    );
    assert.deepEqual(pool.load(), { running: 0, waiting: 0, uploads: { running: 0, waiting: 0 }, maxWaiting: 2 });
    assert.equal((await pool.process(surplus)).width, 64);
  });

  it('gives the next free process to the caller that has none, and keeps variants from the last one', async (t) => {
    const { pool, job } = await openPool(t, { processes: 2 });
    const order: string[] = [];
    const start = async (made: ProcessJob, name: string, kind: JobOrigin['kind']) => {
      await pool.process(made, { kind, caller: name });
      order.push(name);
    };
    // Each takes several times as long as the upload.
    const bytes = pngOfSize(16 * 2 ** 20);
    const jobs = [await job(await small()), await job(await small())];
    // Both processes have started.
    await Promise.all(jobs.map((made, at) => start(made, `first ${at}`, 'upload')));
    order.length = 0;
    const upload = await job(await small());
    const derived = await Promise.all(Array.from({ length: 6 }, () => job(bytes)));
    const flood = derived.map((made) => start(made, 'flood', 'derived'));
    assert.equal(pool.load().waiting, 5, 'the queue is full of derived jobs');
    assert.deepEqual(pool.load().uploads, { running: 0, waiting: 0 }, 'one process is idle');
    await start(upload, 'upload', 'upload');
    assert.deepEqual(order.indexOf('upload') <= 1, true, order.join());
    await Promise.all(flood);
  });

  it('gives its processes no secrets, no file descriptors of this process and no core dumps', async (t) => {
    process.env.IMGD_PLANTED_SECRET = 'planted-secret';
    t.after(() => delete process.env.IMGD_PLANTED_SECRET);
    const { pool, job } = await openPool(t);
    await pool.process(await job(await small()));
    const pid = await onlyDecoder();
    const names = (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0').map((entry) => entry.split('=')[0]);
    // The shell adds the last ones. Node passes its coverage directory on to every child.
    const harmless = ['', 'MALLOC_ARENA_MAX', 'TMPDIR', 'NODE_V8_COVERAGE', 'PWD', 'OLDPWD', '_', 'SHLVL'];
    assert.deepEqual(
      names.filter((name) => !harmless.includes(name ?? '')),
      [],
    );
    const limits = await readFile(`/proc/${pid}/limits`, 'utf8');
    assert.match(limits, new RegExp(`Max address space +${OPTIONS.addressSpaceKib * 1024} `));
    assert.match(limits, /Max core file size +0 +0 /);
    assert.match(limits, /Max cpu time +\d+ /);
    assert.match(limits, new RegExp(`Max file size +${4 * OPTIONS.maxUploadBytes} `));
    assert.match(limits, /Max open files +64 +64 /);
    assert.match(await readFile(`/proc/${pid}/status`, 'utf8'), /NoNewPrivs:\s+1/);
    const control = execFileSync('/bin/sh', ['-c', 'echo $IMGD_PLANTED_SECRET'], { encoding: 'utf8' });
    assert.equal(control.trim(), 'planted-secret', 'control: a child that inherits the environment has it');
  });

  it('replaces a decoder after its number of jobs', async (t) => {
    const { pool, job } = await openPool(t, { jobsBeforeReplacement: 20 });
    const bytes = await imageFixture('one-pixel').bytes();
    const processOne = async () => pool.process(await job(bytes));
    await processOne();
    const first = await onlyDecoder();
    for (let i = 1; i < 20; i++) await processOne();
    assert.ok((await decoders()).includes(first), 'it works until its replacement is ready');
    assert.equal((await processOne()).width, 1);
    await until('the replacement has taken over', async () => {
      const running = await decoders();
      return running.length === 1 && running[0] !== first;
    });
    assert.equal((await processOne()).width, 1);
  });

  it('retries a job once if its process crashes, on request', async (t) => {
    const { pool, job, lost } = await openPool(t);
    const pid = await onlyDecoder();
    process.kill(pid, 'SIGSTOP');
    const again = pool.processWithRetry(await job(await small()));
    crash(pid);
    assert.equal((await again).format, 'PNG');
    assert.equal(lost.length, 1);
    const broken = Buffer.from(headerOnlyPng(20, 10));
    await assert.rejects(pool.processWithRetry(await job(broken)), refusedWith('INVALID_IMAGE'));
  });

  it('starts its processes at the first job or at warmUp', async (t) => {
    const { pool, job } = await openPool(t, { isCold: true });
    assert.deepEqual(await decoders(), []);
    pool.warmUp();
    const pid = await onlyDecoder();
    await pool.process(await job(await small()));
    assert.equal(await onlyDecoder(), pid);
  });

  it('refuses waiting and new jobs when it is closed, and leaves no process', async (t) => {
    const { pool, job } = await openPool(t);
    const pid = await onlyDecoder();
    process.kill(pid, 'SIGSTOP');
    const atWork = assert.rejects(pool.process(await job(await small())), refusedWith('SERVICE_UNAVAILABLE'));
    const waiting = assert.rejects(pool.process(await job(await small())), refusedWith('SERVICE_UNAVAILABLE'));
    await pool.close();
    await Promise.all([atWork, waiting]);
    await assert.rejects(pool.process(await job(await small())), refusedWith('SERVICE_UNAVAILABLE'));
    assert.deepEqual(await decoders(), []);
  });
});
