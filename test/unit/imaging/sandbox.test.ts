import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Duplex } from 'node:stream';
import { describe, it, type TestContext } from 'node:test';
import { AppError, type ErrorCode } from '../../../src/core/errors.ts';
import { INPUT_FORMATS } from '../../../src/core/formats.ts';
import { openJobFiles } from '../../../src/imaging/job-files.ts';
import { createDecoderPool } from '../../../src/imaging/pool.ts';
import { decoderCommand, findSandbox, NO_SANDBOX, type Sandbox } from '../../../src/imaging/sandbox.ts';
import { IMAGES, imageFixture } from '../../fixtures/images.ts';
import { decodersOf } from '../../support/decoders.ts';
import { until } from '../../support/until.ts';

const ORIGIN = { kind: 'upload', caller: 'address:192.0.2.1' } as const;
const LIMITS = { addressSpaceKib: 2_500_000, maxUploadBytes: 2 ** 30 };
const PLANTED = join(import.meta.dirname, 'planted-decoder.mjs');
const SECRET = 'smtp://user:planted-secret@mail.example';
const OWN = 'writes its output';

/** A process that holds a secret and listens, in place of the service. */
const SERVICE = `const { createServer } = require('node:net');
  createServer().listen(process.argv[1], () => {
    const server = createServer().listen(0, '127.0.0.1', () => console.log(server.address().port));
  });`;

const refusedWith = (code: ErrorCode) => (error: unknown) => error instanceof AppError && error.code === code;

async function temporary(t: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'imgd-sandbox-'));
  t.after(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

// They do not bind native code, which a hostile picture would run.
const PERMISSIONS = [/^--permission$/, /^--allow-/];

/** @returns what a planted decoder got, by the name of the attempt; null = nothing */
async function planted(
  t: TestContext,
  sandbox: Sandbox,
  without: readonly RegExp[] = PERMISSIONS,
): Promise<Record<string, string | null>> {
  const directory = await temporary(t);
  const dataDir = join(directory, 'data');
  await mkdir(join(dataDir, 'tmp'), { recursive: true });
  const [catalog, otherUpload] = [join(dataDir, 'imgd.sqlite'), join(dataDir, 'tmp/other')];
  await Promise.all([catalog, otherUpload].map((path) => writeFile(path, 'planted')));
  const program = join(directory, 'decoder.mjs');
  await copyFile(PLANTED, program);
  const socketPath = join(dataDir, 'socket');
  const service = spawn(process.execPath, ['-e', SERVICE, socketPath], {
    env: { IMGD_SMTP_URL: SECRET },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => service.kill('SIGKILL'));
  const [port] = await once(createInterface(service.stdout), 'line');

  const files = openJobFiles(join(dataDir, 'decoders'), sandbox.seen);
  const [command = '', ...args] = decoderCommand(program, sandbox, LIMITS, files.dirs).filter(
    (argument) => !without.some((flag) => flag.test(argument)),
  );
  const decoder = spawn(command, args, { env: {}, cwd: '/', stdio: ['ignore', 'ignore', 'inherit', 'pipe'] });
  t.after(() => decoder.kill('SIGKILL'));
  const channel = decoder.stdio[3] as Duplex;
  const { pid } = service;
  const dirs = sandbox.seen ?? files.dirs;
  const task = { pid, port: Number(port), socketPath, catalog, dataDir, otherUpload, secret: SECRET, ...dirs };
  channel.write(`${JSON.stringify(task)}\n`);
  const [line] = await once(createInterface(channel), 'line');
  await rm(`/tmp/planted-${pid}`, { force: true });
  await rm('/planted', { force: true });
  assert.equal(await readFile(join(files.dirs.output, 'planted'), 'utf8'), 'planted');
  return JSON.parse(line);
}

describe('the sandbox of decoders', async () => {
  const workDir = await mkdtemp(join(tmpdir(), 'imgd-probe-'));
  const sandbox = await findSandbox('auto', workDir);
  await rm(workDir, { recursive: true });
  const skip = sandbox.kind === 'none' && process.env.CI !== 'true' ? `no sandbox: ${sandbox.problem}` : false;

  it('keeps everything that belongs to the service from a planted decoder', { skip }, async (t) => {
    const { [OWN]: own, ...rest } = await planted(t, sandbox);
    assert.deepEqual(
      Object.entries(rest).filter(([, found]) => found !== null),
      [],
    );
    assert.equal(own, 'yes', 'control: it works');
  });

  it('control: without it the same decoder gets nearly all of that', async (t) => {
    const found = await planted(t, NO_SANDBOX);
    assert.equal(found['reads the catalog'], 'planted');
    assert.equal(found['reads the upload of another caller'], 'planted');
    assert.match(found['reads the environment of the service'] ?? '', /planted-secret/);
    assert.match(found['finds the secret in the environment of any process'] ?? '', /planted-secret/);
    // Kernels with Yama, or another user than root, may refuse these.
    const perhaps = ['reads the memory of the service', 'writes into the root directory'];
    const nothing = Object.keys(found).filter((name) => found[name] === null && !perhaps.includes(name));
    assert.deepEqual(nothing, []);
  });

  it('the permissions of Node.js keep most of it from JavaScript, also without a sandbox', async (t) => {
    const found = await planted(t, NO_SANDBOX, []);
    const got = Object.keys(found).filter((name) => found[name] !== null);
    // A signal is no access to a file. From Node.js 25 on the permissions include the network.
    const signal = 'may send a signal to the service';
    assert.deepEqual(
      got.filter((name) => !name.startsWith('connects')),
      [signal, OWN],
    );
  });

  it('decodes every fixture, and fails alone', { skip }, async (t) => {
    const directory = await temporary(t);
    const lost: string[] = [];
    const pool = createDecoderPool({
      ...{ ...LIMITS, processes: 1, maxWaiting: 10, timeoutMs: 3_000, sandbox, workDir: join(directory, 'decoders') },
      onLost: (reason) => lost.push(reason),
    });
    t.after(() => pool.close());
    const inputPath = join(directory, 'input');
    const processed = async ({ format, bytes }: (typeof IMAGES)[number]) => {
      const content = await bytes();
      await writeFile(inputPath, content);
      const sha256 = createHash('sha256').update(content).digest('hex');
      const facts = { sha256, sizeBytes: content.length, format, formats: INPUT_FORMATS };
      const outputPath = join(directory, 'output');
      return pool.process(
        { ...facts, inputPath, outputPath, maxPixels: 1e8, keepMetadata: false, wantsHash: true },
        ORIGIN,
      );
    };
    for (const image of IMAGES) {
      const made = await processed(image);
      assert.deepEqual([made.format, made.width, made.height], [image.format, image.width, image.height], image.name);
      assert.equal((await stat(made.thumbnail.file?.path ?? '')).size, made.thumbnail.file?.sizeBytes, image.name);
    }
    assert.deepEqual(lost, []);
    const png = imageFixture('png');
    for (const pid of await decodersOf(process.pid)) process.kill(pid, 'SIGSTOP');
    await assert.rejects(processed(png), refusedWith('INVALID_IMAGE'));
    assert.equal((await processed(png)).width, 64);
    const killed = (await decodersOf(process.pid)).map((pid) => process.kill(pid, 'SIGSTOP') && pid);
    const again = processed(png);
    for (const pid of killed) process.kill(pid, 'SIGKILL');
    assert.equal((await again).width, 64, 'in another decoder');
    assert.match(lost.join('\n'), /longer than 3000 ms.*\n.*ended/);
    await pool.close();
    assert.deepEqual(await readdir(join(directory, 'decoders')), []);
    await until(async () => (await decodersOf(process.pid)).length === 0);
  });

  it('is off on request, and says why where it does not work', async (t) => {
    const directory = await temporary(t);
    const broken = join(directory, 'bwrap');
    await writeFile(broken, '#!/bin/sh\necho "bwrap: no permission" >&2; exit 1\n', { mode: 0o755 });
    assert.deepEqual(await findSandbox('off', directory), NO_SANDBOX);
    const { kind, problem } = await findSandbox('auto', directory, [broken]);
    assert.deepEqual([kind, problem], ['none', 'bwrap: no permission']);
    assert.match((await findSandbox('auto', directory, [])).problem ?? '', /not installed/);
    await assert.rejects(findSandbox('require', directory, [broken]), /^Error: IMGD_SANDBOX=require.*: bwrap: no perm/);
    assert.deepEqual(await readdir(directory), ['bwrap'], 'the probe leaves nothing');
  });

  it('does not take a program that prints something else for a sandbox', async (t) => {
    const directory = await temporary(t);
    const wrong = join(directory, 'bwrap');
    await writeFile(wrong, '#!/bin/sh\necho v0\n', { mode: 0o755 });
    assert.equal((await findSandbox('auto', directory, [wrong])).kind, 'none');
  });
});
