import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { createClient } from '../../../packages/client/src/client.ts';
import { until } from '../../support/until.ts';
import { imgd, serve, tempDir } from './support.ts';

const picture = async () =>
  new Uint8Array(
    await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
      .png()
      .toBuffer(),
  );

describe('imgd serve', () => {
  it('prints the bound port, uses it in links, and warns of unknown settings', async () => {
    await using dir = await tempDir();
    await using server = await serve(dir.path, { IMGD_PROT: '80', IMGD_CLIENT_KEY: 'known' });
    const { port } = new URL(server.url);
    assert.notEqual(port, '0');
    const { links } = await createClient({ baseUrl: server.url }).upload(new Blob([await picture()]));
    assert.equal(new URL(links.direct).port, port);
    assert.equal(server.stderr(), 'imgd: there is no setting IMGD_PROT; it is ignored\n');
  });

  it('warns that links to localhost are of no use where it listens for other machines', async () => {
    await using dir = await tempDir();
    const warning =
      /^imgd: IMGD_BASE_URL is not set: all links begin with http:\/\/localhost, although IMGD_HOST is 0\.0\.0\.0$/m;
    await using server = await serve(dir.path, { IMGD_HOST: '0.0.0.0' });
    await until(() => warning.test(server.stderr()));
    await using named = await tempDir();
    await using other = await serve(named.path, { IMGD_HOST: '0.0.0.0', IMGD_BASE_URL: 'https://images.example' });
    assert.equal(other.stderr(), '');
  });

  it('on SIGTERM finishes an upload in progress, refuses new connections, and exits 0', async () => {
    await using dir = await tempDir();
    const token = 'token-of-the-metrics';
    await using server = await serve(dir.path, { IMGD_METRICS_TOKEN: token });
    const body = await formOf(await picture());
    const headers = { 'content-type': body.type, 'content-length': body.bytes.length };
    const upload = request(`${server.url}/api/v1/upload`, { method: 'POST', headers });
    const answered = once(upload, 'response') as Promise<[IncomingMessage]>;
    upload.write(body.bytes.subarray(0, body.bytes.length / 2));
    await until(async () => {
      const metrics = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
      return (await metrics.text()).includes('imgd_uploads_in_progress 1\n');
    });
    server.kill('SIGTERM');
    await refused(server.url);
    upload.end(body.bytes.subarray(body.bytes.length / 2));
    const [response] = await answered;
    const { success, data } = JSON.parse(await text(response));
    assert.deepEqual([response.statusCode, success], [200, true]);
    assert.equal(response.headers.connection, 'close', 'an open connection would delay the end');
    assert.equal(await server.ended, 0);

    await using again = await serve(dir.path);
    assert.equal((await createClient({ baseUrl: again.url }).image(data.id)).id, data.id);
  });

  it('ends with npm start: a signal to npm reaches the server', { timeout: 60_000 }, async () => {
    await using dir = await tempDir();
    const env = { ...process.env, IMGD_DATA_DIR: dir.path, IMGD_PORT: '0', IMGD_WEB: 'off', IMGD_LOG_LEVEL: 'silent' };
    const npm = spawn('npm', ['start'], { cwd: fileURLToPath(new URL('../../..', import.meta.url)), env });
    let stdout = '';
    npm.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk;
    });
    const url = await until(() => /^imgd listening on (\S+)$/m.exec(stdout)?.[1]);
    assert.equal((await fetch(`${url}/livez`)).status, 200);
    npm.kill('SIGTERM');
    await once(npm, 'close');
    await assert.rejects(fetch(`${url}/livez`), 'no server is left behind');
  });

  it('on SIGTERM exits 0 at once without requests in progress, despite open connections', async () => {
    await using dir = await tempDir();
    await using server = await serve(dir.path);
    await createClient({ baseUrl: server.url }).request('getHealth');
    const before = Date.now();
    server.kill('SIGTERM');
    assert.equal(await server.ended, 0);
    assert.ok(Date.now() - before < 10_000);
  });

  it('keeps all images after SIGKILL', async () => {
    await using dir = await tempDir();
    await using first = await serve(dir.path);
    const { id } = await createClient({ baseUrl: first.url }).upload(new Blob([await picture()]));
    first.kill('SIGKILL');
    assert.equal(await first.ended, null);
    await using second = await serve(dir.path);
    assert.equal((await createClient({ baseUrl: second.url }).image(id)).id, id);
  });

  it('does not start twice on one data directory', async () => {
    await using dir = await tempDir();
    await using _first = await serve(dir.path);
    const { code, stdout, stderr } = await imgd(['serve'], {
      IMGD_DATA_DIR: dir.path,
      IMGD_PORT: '0',
      IMGD_WEB: 'off',
    });
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /^imgd: [^\n]*IMGD_DATA_DIR[^\n]*\n$/);
  });

  it('reports a port in use in one line', async () => {
    await using dir = await tempDir();
    await using other = await tempDir();
    await using first = await serve(dir.path);
    const { port } = new URL(first.url);
    const { code, stderr } = await imgd(['serve'], { IMGD_DATA_DIR: other.path, IMGD_PORT: port, IMGD_WEB: 'off' });
    assert.equal(code, 1);
    assert.match(stderr, /^imgd: Port \d+ of 127\.0\.0\.1 \(IMGD_PORT, IMGD_HOST\) is in use\.\n$/);
  });

  it('reports all invalid settings at once', async () => {
    const { code, stdout, stderr } = await imgd(['serve'], { IMGD_PORT: 'abc', IMGD_PLANS: 'x' });
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /^ {2}IMGD_PORT: /m);
    assert.match(stderr, /^ {2}IMGD_PLANS: /m);
  });
});

async function formOf(file: Uint8Array<ArrayBuffer>): Promise<{ type: string; bytes: Buffer }> {
  const form = new FormData();
  form.set('file', new Blob([file]), 'slow.png');
  const encoded = new Response(form);
  return { type: encoded.headers.get('content-type') ?? '', bytes: Buffer.from(await encoded.arrayBuffer()) };
}

/** Waits until the port refuses connections. */
async function refused(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  for (let attempt = 0; attempt < 100; attempt++) {
    const socket = connect(Number(port), hostname);
    const open = await new Promise<boolean>((resolve) => {
      socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    });
    socket.destroy();
    if (!open) return;
    await sleep(50);
  }
  assert.fail('new connections are still accepted');
}
