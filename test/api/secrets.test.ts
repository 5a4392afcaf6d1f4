import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { json, upload, uploaded } from '../support/api.ts';
import { bearer, bulk, call, send, smallPng } from '../support/requests.ts';

const PROGRAM = new URL('../../bin/imgd.js', import.meta.url).pathname;
const PASSWORD = 'planted-password-7319';
const EMAIL = 'planted@example.com';

interface Running extends AsyncDisposable {
  url: string;
  dataDir: string;
  /** Everything it has written so far. */
  output(): string;
  stop(): Promise<void>;
}

/** The service as its users run it, with the most talkative log. */
async function serve(): Promise<Running> {
  const dataDir = await mkdtemp(join(tmpdir(), 'imgd-test-'));
  const env = { ...process.env, IMGD_DATA_DIR: dataDir, IMGD_PORT: '0', IMGD_WEB: 'off', IMGD_LOG_LEVEL: 'trace' };
  const child = spawn(process.execPath, [PROGRAM, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const ready = new Promise<string>((resolve, reject) => {
    const take = (chunk: Buffer) => {
      output += chunk.toString();
      const url = /imgd listening on (\S+)/.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('exit', () => reject(new Error(output)));
  });
  const stop = async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'close');
  };
  return {
    url: await ready,
    dataDir,
    output: () => output,
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

it('neither the log nor the data directory knows a key, a password or a delete token', async () => {
  await using service = await serve();
  const body = { email: EMAIL, password: PASSWORD, name: 'Planted' };
  const idempotent = { 'idempotency-key': 'planted-idempotency-key' };
  const made = await json<{ data: { api_key: { id: string; key: string } } }>(
    await send(service, '/auth/register', body, undefined, idempotent),
  );
  const { key, id: keyId } = made.data.api_key;
  const headers = { ...bearer(key), ...idempotent };
  const image = await uploaded(upload(service, await smallPng(1), {}, headers));
  const other = await uploaded(upload(service, await smallPng(2), {}, bearer(key)));
  const further = await json<{ data: { key: string } }>(await send(service, '/keys', { name: 'b' }, key, idempotent));
  await bulk(service, [['a.png', await smallPng(3)]], { headers });

  // Right and wrong uses, where a log would show what it was given.
  const deletePage = new URL(image.delete_url).pathname;
  assert.equal((await fetch(`${service.url}${deletePage}`)).status, 200);
  assert.equal((await fetch(`${service.url}${deletePage}`, { method: 'POST' })).status, 200);
  await fetch(`${service.url}${deletePage}`);
  await call(service, 'DELETE', `/image/${image.id}`, other.delete_token);
  await call(service, 'GET', `/image/${image.id}?key=${key}&token=${other.delete_token}`);
  await call(service, 'GET', `/no/such/endpoint/${key}`, key);
  await send(service, '/auth/register', body);
  await send(service, '/auth/register', { ...body, more: key });
  await call(service, 'PUT', '/keys', key);
  await call(service, 'POST', `/keys/${keyId}/rotate`, `${key}x`);
  assert.equal((await call(service, 'DELETE', `/image/${other.id}`, other.delete_token)).status, 200);

  const secrets = { key, further: further.data.key, PASSWORD, one: image.delete_token, two: other.delete_token };
  const files = await contentsBelow(service.dataDir);
  const atWork = [service.output(), ...files];
  await service.stop();
  assert.ok(service.output().includes('"status":200'), 'requests are logged');
  assert.ok(
    files.some((text) => text.includes(EMAIL)),
    'the data directory is read',
  );
  const atRest = [service.output(), ...(await contentsBelow(service.dataDir))];
  for (const [name, secret] of Object.entries(secrets)) {
    assert.ok(secret.length > 10);
    for (const text of [...atWork, ...atRest]) assert.ok(!text.includes(secret), `${name} in ${near(text, secret)}`);
  }
});

async function contentsBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(files.map((file) => readFile(file, 'latin1')));
}

function near(text: string, secret: string): string {
  const at = text.indexOf(secret);
  return text.slice(Math.max(0, at - 200), at);
}
