import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { freePort } from '../../scripts/services/free-port.ts';
import { nginxConf } from '../../scripts/services/nginx-conf.ts';
import { answersHttp, findProgram, superviseProcess } from '../../scripts/services/process.ts';
import type { Service } from '../../scripts/services/service.ts';
import { loadConfig } from '../../src/config.ts';
import { makeTempDir, type TempDir } from '../faults/support/temp-dir.ts';
import { picture } from '../fixtures/pixels.ts';
import { type Uploaded, upload, uploaded } from '../support/api.ts';
import { call, storageBeside } from '../support/requests.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { until } from '../support/until.ts';

const skip = findProgram('nginx') === undefined && 'nginx is not installed';
const CONF = readFileSync(new URL('../../deploy/nginx/imgd-files.conf', import.meta.url), 'utf8');
/** Fields of the connection, of the program that answers, and for nginx alone. */
const OF_CONNECTION = new Set(['server', 'connection', 'keep-alive', 'date', 'x-request-id', 'x-accel-expires']);

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

describe('nginx that sends files which imgd has chosen', { skip }, () => {
  let app: TestApp;
  let nginx: Service;
  /** Requests that imgd has answered, and the bytes of its answers. */
  const sent: { bytes: number; accel: unknown }[] = [];
  let temp: TempDir;

  before(async () => {
    const port = await freePort();
    temp = await makeTempDir();
    const dir = temp.path;
    app = await startApp({
      env: { IMGD_ACCEL_REDIRECT: '/imgd-files', IMGD_TRUST_PROXY: '127.0.0.1' },
    });
    app.service.app.server.prependListener('request', (request, response) => {
      const { socket } = request;
      const before = socket.bytesWritten;
      response.once('close', () => {
        sent.push({ bytes: socket.bytesWritten - before, accel: request.headers['x-imgd-accel'] });
      });
    });
    mkdirSync(join(dir, 'tmp'));
    const site = CONF.replace('listen 80;', `listen 127.0.0.1:${port};`)
      .replace('127.0.0.1:8080', new URL(app.url).host)
      .replace('/var/lib/imgd/blobs/', `${join(app.dataDir, 'blobs')}/`);
    writeFileSync(join(dir, 'nginx.conf'), nginxConf(dir, 64, site));
    const url = `http://127.0.0.1:${port}`;
    const args = ['-p', dir, '-e', 'stderr', '-c', join(dir, 'nginx.conf')];
    const launch = () => spawn('nginx', args, { cwd: dir, stdio: ['ignore', 'ignore', 'pipe'] });
    nginx = superviseProcess({ name: 'nginx', url, launch, ready: () => answersHttp(url), stopSignal: 'SIGTERM' });
    await nginx.start();
  });
  after(async () => {
    await nginx?.stop();
    await app?.[Symbol.asyncDispose]();
    await temp?.[Symbol.asyncDispose]();
  });

  const ask = async (base: string, link: string, init: RequestInit = {}): Promise<Answer> => {
    const answer = await fetch(base + new URL(link).pathname, init);
    const headers = [...answer.headers].filter(([name]) => !OF_CONNECTION.has(name));
    return {
      status: answer.status,
      headers: Object.fromEntries(headers),
      body: Buffer.from(await answer.arrayBuffer()),
    };
  };
  let shade = 0;
  /** About 200 KB, with a thumbnail that imgd sends itself. */
  const put = async (fields: Record<string, string> = {}, name = 'photo.jpg'): Promise<Uploaded> => {
    const bytes = await picture(900 + ++shade, 700)
      .jpeg({ quality: 95 })
      .toBuffer();
    assert.ok(bytes.length > 40_000, String(bytes.length));
    return uploaded(upload(app, bytes, fields, {}, name));
  };
  const fileOf = async (image: Uploaded) => {
    const { id } = image;
    const storage = await storageBeside(app);
    const found = await storage.images.find(id, Date.now());
    await storage.close();
    return join(app.dataDir, 'blobs', found?.original_key ?? '');
  };

  it('answers like imgd alone: whole, HEAD, ranges, conditional, expiring, errors', async () => {
    const plain = await put({}, 'caf\u00e9 \u4e2d.jpg');
    const expiring = await put({ expiry: '48' });
    const { direct, thumbnail } = plain.links;
    const { etag = '', 'last-modified': modified = '' } = (await ask(app.url, direct)).headers;
    const noise = sharp(randomBytes(3 * 700 * 500), { raw: { width: 700, height: 500, channels: 3 } });
    const large = await uploaded(upload(app, await noise.jpeg().toBuffer()));
    const variant = `${app.url}/v/${large.id}/640.webp`;
    assert.ok((await ask(app.url, variant)).body.length > 32_768, 'made now, and large enough for nginx');
    const cases: [string, RequestInit, number][] = [
      [direct, {}, 200],
      [thumbnail, {}, 200],
      [variant, {}, 200],
      [expiring.links.direct, {}, 200],
      [direct, { method: 'HEAD' }, 200],
      [direct, { headers: { range: 'bytes=100-199' } }, 206],
      [direct, { headers: { range: 'bytes=0-1,5-6' } }, 200],
      [direct, { headers: { range: 'bytes=99999999-' } }, 416],
      [direct, { headers: { range: 'bytes=1-2', 'if-range': etag } }, 206],
      [direct, { headers: { 'if-none-match': etag } }, 304],
      [direct, { headers: { 'if-none-match': '"other"' } }, 200],
      [direct, { headers: { 'if-modified-since': modified } }, 304],
      [direct, { headers: { 'if-modified-since': 'Thu, 01 Jan 1970 00:00:01 GMT' } }, 200],
      [direct, { headers: { 'if-match': '"other"' } }, 200],
      [direct, { headers: { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:01 GMT' } }, 200],
      [direct.replace('.jpg', '.png'), {}, 404],
    ];
    for (const [link, init, status] of cases) {
      const name = `${new URL(link).pathname} ${JSON.stringify(init)}`;
      for (;;) {
        const second = Math.floor(Date.now() / 1_000);
        const alone = await ask(app.url, link, init);
        const behind = await ask(nginx.url, link, init);
        if (Math.floor(Date.now() / 1_000) !== second) continue;
        assert.equal(alone.status, status, name);
        if (status === 404 || status === 416) assert.equal(behind.status, status, name);
        else assert.deepEqual(behind, alone, name);
        break;
      }
    }
  });

  it('sends the bytes itself, and imgd sends none', async () => {
    const image = await put();
    const before = sent.length;
    const answer = await ask(nginx.url, image.links.direct);
    assert.ok(answer.body.length > 40_000);
    await until(() => sent.length > before);
    const { bytes, accel } = sent.at(-1) as (typeof sent)[number];
    assert.equal(accel, '1');
    assert.ok(bytes < 40_000, `${bytes}`);
    assert.ok(!('x-accel-redirect' in answer.headers));
  });

  it('keeps the decisions of imgd: a deleted image is gone at once', async () => {
    const image = await put();
    assert.equal((await ask(nginx.url, image.links.direct)).status, 200);
    assert.equal((await call(app, 'DELETE', `/image/${image.id}`, image.delete_token)).status, 200);
    assert.equal((await ask(nginx.url, image.links.direct)).status, 404);
  });

  it('shows files to no client by their path', async () => {
    const image = await put();
    const key = (await fileOf(image)).split('/blobs/')[1] as string;
    for (const path of [
      `/imgd-files/${key}`,
      '/imgd-files/',
      `/imgd-files/../imgd.sqlite`,
      `/i/../imgd-files/${key}`,
    ]) {
      const answer = await fetch(`${nginx.url}${path}`);
      assert.equal(answer.status, 404, path);
      assert.match(await answer.text(), /ENDPOINT_NOT_FOUND|IMAGE_NOT_FOUND/, path);
    }
  });

  it('names files to nginx only: not without its field, and not to a client that is no trusted proxy', async () => {
    const image = await put();
    const withField = { headers: { 'x-imgd-accel': '1' } };
    const named = await fetch(image.links.direct, withField);
    assert.ok(named.headers.get('x-accel-redirect')?.startsWith('/imgd-files/'), 'a trusted proxy');
    const kept = ['vary', 'cdn-cache-control'].map((field) => named.headers.get(field));
    assert.deepEqual(kept, ['x-imgd-accel', 'no-store'], 'a cache keeps it for no other client');
    assert.equal((await fetch(image.links.direct)).headers.get('x-accel-redirect'), null);
    await using other = await startApp({ env: { IMGD_ACCEL_REDIRECT: '/imgd-files' } });
    const bytes = await picture(900, 700).jpeg({ quality: 95 }).toBuffer();
    const there = await uploaded(upload(other, bytes));
    for (const query of ['', '?x=1']) {
      const answer = await fetch(there.links.direct + query, withField);
      assert.equal(answer.headers.get('x-accel-redirect'), null);
      assert.equal((await answer.arrayBuffer()).byteLength, bytes.length);
    }
  });

  it('asks imgd again where a file is missing, and sends a shortened file as it is', async () => {
    const [missing, short] = [await put(), await put()];
    await rm(await fileOf(missing));
    const answer = await ask(nginx.url, missing.links.direct);
    const alone = await ask(app.url, missing.links.direct);
    assert.equal(answer.status, alone.status);
    assert.equal(answer.status, 500);
    assert.equal(JSON.parse(answer.body.toString()).error.code, 'INTERNAL_ERROR');
    await truncate(await fileOf(short), 1_000);
    const cut = await ask(nginx.url, short.links.direct);
    assert.deepEqual([cut.status, cut.body.length], [200, 1_000]);
  });
});

it('is refused where the blobs are not on the disk', () => {
  const env = { IMGD_ACCEL_REDIRECT: '/imgd-files', IMGD_BLOBS: 's3', IMGD_S3_BUCKET: 'images' };
  assert.throws(() => loadConfig(env), /IMGD_ACCEL_REDIRECT needs blobs on the disk/);
});
