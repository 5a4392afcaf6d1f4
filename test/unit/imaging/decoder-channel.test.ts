import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { AppError } from '../../../src/core/errors.ts';
import { INPUT_FORMATS } from '../../../src/core/formats.ts';
import { createDecoderPool } from '../../../src/imaging/pool.ts';
import { outputFiles } from '../../../src/imaging/port.ts';
import { NO_SANDBOX } from '../../../src/imaging/sandbox.ts';
import { until } from '../../support/until.ts';

const LYING = join(import.meta.dirname, 'lying-decoder.mjs');

const MEMBERS = {
  'a width that is no number': { width: '1' },
  'a height of 0': { height: 0 },
  'frames beyond any integer': { frames: 1e300 },
  'a format that does not exist': { format: 'SVG' },
  'a list of kinds that is an object': { removed: {} },
  'a kind that is no text': { removed: [1] },
  'a very long kind': { removed: ['x'.repeat(2_000)] },
  'no original': { original: null },
  'a checksum that is no checksum': { original: { path: '/x', sizeBytes: 1, sha256: '../..' } },
  'a perceptual hash that is no hash': { perceptualHash: 'x' },
  'a thumbnail that is a list': { thumbnail: [] },
};

const ERROR_MEMBERS = {
  'an unknown code': { code: 'constructor' },
  'no options': { options: null },
  'a detail that is no text': { options: { detail: {} } },
  'an endless Retry-After': { options: { retryAfterSeconds: 1e9 } },
  'no cause': { cause: null },
};

describe('the reply of a decoder that lies', () => {
  it('is taken when it is true, with what the service itself knows about the upload', async (t) => {
    const { run, outputPath, job } = await openLying(t);
    const made = await run('none');
    assert.deepEqual(made.original, { path: job('none').inputPath, sizeBytes: 4, sha256: job('none').sha256 });
    assert.equal(made.uploadedSha256, job('none').sha256);
    assert.equal(await readFile(`${outputPath}-thumbnail`, 'utf8'), 'thumbnail');
  });

  it('names no file but the outputs of its job', async (t) => {
    const { refused, secret } = await openLying(t);
    await refused(`another-path ${secret}`, /not its own/);
    await refused('another-output', /not its own/);
    await refused('no-file', /missing/);
  });

  it('cannot pass off a link, a directory or a file of another size as its output', async (t) => {
    const { refused, secret, onlyDir } = await openLying(t);
    // The permissions of Node.js prevent this from JavaScript, so the test does it for the decoder.
    const planting = onlyDir().then((directory) => symlink(secret, join(directory, 'output/0-thumbnail')));
    await refused('a-link', /not what it wrote/);
    await planting;
    await refused('a-directory', /not what it wrote/);
    await refused('another-size', /not what it wrote/);
    assert.equal(await readFile(secret, 'utf8'), 'secret');
  });

  for (const [name, member] of Object.entries(MEMBERS)) {
    it(`is refused with ${name}`, async (t) => {
      const { refused } = await openLying(t);
      await refused(`member ${JSON.stringify(member)}`, /wrong reply/);
    });
  }

  for (const [name, member] of Object.entries(ERROR_MEMBERS)) {
    it(`is refused with ${name} in an error`, async (t) => {
      const { refused } = await openLying(t);
      await refused(`error ${JSON.stringify(member)}`, /wrong reply/);
    });
  }

  it('is refused as the reply to another kind of job', async (t) => {
    await (await openLying(t)).refused('another-job', /another job/);
  });

  it('ends the process that leaves many files', async (t) => {
    const { run, onlyDir } = await openLying(t);
    await run('none');
    const before = await onlyDir();
    await run('many-files');
    await until(async () => (await onlyDir()) !== before);
    await run('none');
  });

  it('ends the process when it is no JSON, too long, or more than was asked for', async (t) => {
    const { refused, run, onlyDir } = await openLying(t);
    await refused('no-json', /wrong reply/);
    await refused('a-long-message', /too long/);
    const before = await onlyDir();
    await run('two-messages');
    await until(async () => (await onlyDir()) !== before);
    await run('none');
  });
});

/** A pool of one decoder that lies, and a file that it must not get hold of. */
async function openLying(t: TestContext) {
  const directory = await mkdtemp(join(tmpdir(), 'imgd-lying-'));
  const [workDir, secret, outputPath] = ['decoders', 'secret', 'output'].map((name) => join(directory, name)) as [
    string,
    string,
    string,
  ];
  await writeFile(secret, 'secret');
  const lost: string[] = [];
  const pool = createDecoderPool({
    ...{ processes: 1, maxWaiting: 10, timeoutMs: 10_000, addressSpaceKib: 2_500_000, maxUploadBytes: 2 ** 20 },
    ...{ sandbox: NO_SANDBOX, workDir, program: LYING },
    onLost: (reason) => lost.push(reason),
  });
  t.after(async () => {
    await pool.close();
    await rm(directory, { recursive: true });
  });
  const job = (content: string) => ({
    ...{ inputPath: join(directory, 'input'), outputPath, format: 'PNG' as const, formats: INPUT_FORMATS },
    ...{ sizeBytes: content.length, maxPixels: 1e6, keepMetadata: false },
    sha256: createHash('sha256').update(content).digest('hex'),
  });
  const run = async (content: string) => {
    await writeFile(join(directory, 'input'), content);
    return pool.process(job(content), { kind: 'upload', caller: 'address:192.0.2.1' });
  };
  const refused = async (content: string, reason: RegExp) => {
    lost.length = 0;
    await assert.rejects(run(content), (error) => error instanceof AppError && error.code === 'INVALID_IMAGE');
    assert.match(lost.join(), reason);
    for (const path of outputFiles(outputPath)) {
      assert.ok(!existsSync(path) && lstatSync(path, { throwIfNoEntry: false }) === undefined, path);
    }
  };
  /** The directory of the only process. */
  const onlyDir = () =>
    until(async () => {
      const names = await readdir(workDir).catch(() => []);
      return names.length === 1 && join(workDir, names[0] as string);
    });
  return { run, refused, job, secret, outputPath, onlyDir };
}
