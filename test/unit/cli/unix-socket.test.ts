import assert from 'node:assert/strict';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { imgd, serve, tempDir } from './support.ts';

async function get(socketPath: string, path: string, headers: Record<string, string> = {}, method = 'GET') {
  const sent = request({ socketPath, path, headers, method }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

describe('IMGD_HOST as a Unix socket', () => {
  it('serves there, with the permissions of IMGD_SOCKET_MODE, and removes the socket when it stops', async () => {
    await using dir = await tempDir();
    const path = join(dir.path, 'imgd.sock');
    const env = { IMGD_HOST: `unix:${path}`, IMGD_SOCKET_MODE: '666', IMGD_BASE_URL: 'https://images.example' };
    await using server = await serve(join(dir.path, 'data'), env);
    assert.equal(server.url, `unix:${path}`);
    assert.equal(statSync(path).mode & 0o777, 0o666);
    assert.equal((await get(path, '/livez')).status, 200);
    server.kill('SIGTERM');
    assert.equal(await server.ended, 0);
    assert.throws(() => statSync(path), /ENOENT/);
  });

  it('takes the address of callers from the X-Forwarded-For of the local proxy', async () => {
    await using dir = await tempDir();
    const path = join(dir.path, 'imgd.sock');
    await using _server = await serve(join(dir.path, 'data'), { IMGD_HOST: path, IMGD_BASE_URL: 'https://i.example' });
    const left = async (headers: Record<string, string>) =>
      (await get(path, '/api/v1/upload', headers, 'POST')).headers['x-ratelimit-remaining'];
    const one = { 'x-forwarded-for': '192.0.2.1' };
    const other = { 'x-forwarded-for': '192.0.2.2' };
    assert.deepEqual([await left(one), await left(one), await left(other)], ['99', '98', '99']);
    assert.equal(await left({}), '99', 'the proxy itself');
  });

  it('replaces a socket without a listener, but no other file and no socket in use', async () => {
    await using dir = await tempDir();
    const path = join(dir.path, 'imgd.sock');
    const env = { IMGD_HOST: path, IMGD_BASE_URL: 'https://images.example' };
    const first = await serve(join(dir.path, 'one'), env);
    const other = { ...env, IMGD_DATA_DIR: join(dir.path, 'two'), IMGD_WEB: 'off' };
    const inUse = await imgd(['serve'], other);
    assert.deepEqual([inUse.code, inUse.stderr], [1, `imgd: Another program listens on ${path} (IMGD_HOST).\n`]);
    first.kill('SIGKILL');
    await first.ended;
    assert.ok(statSync(path).isSocket(), 'control: it is left');
    await using again = await serve(join(dir.path, 'one'), env);
    assert.equal((await get(path, '/livez')).status, 200);
    again.kill('SIGTERM');
    await again.ended;
    await writeFile(path, 'precious');
    const file = await imgd(['serve'], other);
    assert.deepEqual(
      [file.code, file.stderr],
      [1, `imgd: ${path} (IMGD_HOST) is no socket: imgd does not replace it.\n`],
    );
  });

  it('refuses a directory that does not exist, in one line', async () => {
    await using dir = await tempDir();
    const path = join(dir.path, 'missing/imgd.sock');
    const env = { IMGD_HOST: path, IMGD_DATA_DIR: join(dir.path, 'data'), IMGD_WEB: 'off' };
    const { code, stderr } = await imgd(['serve'], env);
    assert.deepEqual([code, stderr], [1, `imgd: ${path} (IMGD_HOST) cannot be made: EACCES.\n`]);
  });
});
