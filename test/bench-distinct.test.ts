import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { LOAD_PROGRAM } from '../bench/support/load.ts';
import { drawPhotos } from '../bench/support/photos.ts';
import { scrubImage } from '../src/imaging/scrub/scrub-image.ts';

const run = promisify(execFile);
const program = (name: string) => fileURLToPath(new URL(`../bench/support/${name}`, import.meta.url));

describe('the load programs upload a different but similar picture every time', { concurrency: true }, () => {
  let directory = '';
  const paths: string[] = [];
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'imgd-distinct-'));
    for (const format of ['jpeg', 'png'] as const) {
      paths.push(...(await drawPhotos(directory, { format, width: 64, height: 48, noise: 10 }, 1)).paths);
    }
  });
  after(() => rm(directory, { recursive: true, force: true }));

  /** The files that a load program sends to a server that accepts everything. */
  async function sentBy(load: (url: string) => Promise<unknown>): Promise<Buffer[]> {
    const files: Buffer[] = [];
    const server = createServer(async (request, response) => {
      if (request.method === 'POST') files.push(...(await filesOf(request)));
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      await load(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      return files;
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  const LOADS: Record<string, (url: string) => Promise<unknown>> = {
    'uploader.ts': (url) => run(process.execPath, [program('uploader.ts'), url, 'k', '1', '1', '1', ...paths]),
    'uploader.ts, in bulk': (url) => run(process.execPath, [program('uploader.ts'), url, 'k', '1', '1', '3', ...paths]),
    'open-load.ts': (url) =>
      run(process.execPath, [program('open-load.ts'), url, 'k', '20', '0', '/', '0.2', ...paths]),
    'uploads.lua': (url) =>
      run('wrk', ['-t1', '-c1', '-d1s', '-s', program('uploads.lua'), url, '--', 'k', '1', ...paths]),
    'uploads.lua, in bulk': (url) =>
      run('wrk', ['-t1', '-c1', '-d1s', '-s', program('uploads.lua'), url, '--', 'k', '3', ...paths]),
  };
  for (const [name, load] of Object.entries(LOADS)) {
    it(name, { skip: name.startsWith('uploads.lua') && LOAD_PROGRAM !== 'wrk' && 'wrk is not installed' }, async () => {
      const first = await sentBy(load);
      assert.ok(first.length >= 10, `${first.length} files`);
      // A second run must not repeat the pictures of the first one.
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const files = [...first, ...(await sentBy(load))];
      const digests = new Set(files.map((file) => createHash('sha256').update(file).digest('hex')));
      assert.equal(digests.size, files.length);
      const templates = await Promise.all(paths.map((path) => readFile(path)));
      for (const format of ['jpeg', 'png']) {
        const some = files.filter((file) => (format === 'jpeg') === (file[0] === 0xff)).slice(0, 5);
        assert.equal(some.length, 5, `${format} among them`);
        for (const file of some) await assertSimilar(file, templates[format === 'jpeg' ? 0 : 1] as Buffer);
      }
    });
  }

  async function assertSimilar(file: Buffer, template: Buffer): Promise<void> {
    const path = join(await mkdtemp(join(directory, 'sent-')), 'file');
    await writeFile(path, file);
    const format = file[0] === 0xff ? 'JPEG' : 'PNG';
    const { written } = scrubImage(path, `${path}-clean`, format, { keepMetadata: false }, () => {});
    assert.equal(written, null, 'it is stored unchanged');
    const [seen, expected] = await Promise.all(
      [file, template].map((one) => sharp(one).removeAlpha().raw().toBuffer({ resolveWithObject: true })),
    );
    assert.deepEqual({ ...seen?.info }, { ...expected?.info });
    if (format === 'PNG') {
      assert.ok(seen?.data.every((value, i) => Math.abs(value - (expected?.data[i] ?? 0)) <= 16));
      return;
    }
    // The coefficients are those of the template: only values in the quantization tables differ, three low ones and the eight
    // highest of brightness, three low ones of colour.
    assert.equal(file.length, template.length);
    const changed = [...file.keys()].filter((at) => file[at] !== template[at]);
    const first = template.indexOf(Buffer.from([0xff, 0xdb])) + 6;
    assert.ok(changed.length <= 14 && changed.every((at) => at >= first && at < first + 132), `differs at ${changed}`);
  }
});

async function filesOf(request: IncomingMessage): Promise<Buffer[]> {
  const body = await new Response(request as never, {
    headers: { 'content-type': request.headers['content-type'] ?? '' },
  }).formData();
  const blobs = [...body.values()].filter((value) => typeof value !== 'string');
  return Promise.all(blobs.map(async (blob) => Buffer.from(await (blob as File).arrayBuffer())));
}
