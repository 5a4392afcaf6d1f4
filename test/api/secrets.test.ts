import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { json, upload, uploaded } from '../support/api.ts';
import { CLIENT_ID, CLIENT_SECRET, createVisitor, startOidc } from '../support/oidc.ts';
import { bearer, bulk, call, send, smallPng } from '../support/requests.ts';
import {
  dataOf,
  PASSWORD as LOGIN_PASSWORD,
  login,
  newPerson,
  openBrowser,
  request,
  type SignedIn,
} from '../support/sign-in.ts';
import { startMailServer } from '../support/smtp.ts';
import { until } from '../support/until.ts';

const PROGRAM = new URL('../../bin/imgd.js', import.meta.url).pathname;
const PASSWORD = 'planted-password-7319';
const EMAIL = 'planted@example.com';

interface Running extends AsyncDisposable {
  url: string;
  dataDir: string;
  /** Its output so far. */
  output(): string;
  stop(): Promise<void>;
}

/** Runs the service in a child process with the log level `trace`. */
async function serve(more: Record<string, string> = {}): Promise<Running> {
  const dataDir = await mkdtemp(join(tmpdir(), 'imgd-test-'));
  const env = {
    ...process.env,
    IMGD_DATA_DIR: dataDir,
    IMGD_PORT: '0',
    IMGD_WEB: 'off',
    IMGD_LOG_LEVEL: 'trace',
    ...more,
  };
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

it('the log and the data directory contain no key, password or delete token', async () => {
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

  // Valid and invalid requests, whose log lines might contain secrets.
  const deletePage = new URL(image.delete_url).pathname;
  assert.equal((await fetch(`${service.url}${deletePage}`)).status, 200);
  assert.equal((await fetch(`${service.url}${deletePage}`, { method: 'POST' })).status, 200);
  await fetch(`${service.url}${deletePage}`);
  await call(service, 'DELETE', `/image/${image.id}`, other.delete_token);
  await call(service, 'GET', `/image/${image.id}?key=${key}&token=${other.delete_token}`);
  await call(service, 'GET', `/no/such/endpoint/${key}`, key);
  await fetch(`${service.url}/for/tinymce?key=${key}`, { method: 'POST' });
  await fetch(`${service.url}/for/text/a.png?key=${further.data.key}`, { method: 'PUT', body: 'no picture' });
  await send(service, '/auth/register', body);
  await send(service, '/auth/register', { ...body, more: key });
  await call(service, 'PUT', '/keys', key);
  await call(service, 'POST', `/keys/${keyId}/rotate`, `${key}x`);
  assert.equal((await call(service, 'DELETE', `/image/${other.id}`, other.delete_token)).status, 200);

  const resumable = await resumableUpload(service, await smallPng(4));
  const secrets = {
    key,
    further: further.data.key,
    PASSWORD,
    one: image.delete_token,
    two: other.delete_token,
    ...resumable,
  };
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

/** Uploads a picture in two requests without an account, and asks for it. @returns its two secrets */
async function resumableUpload(service: Running, picture: Buffer): Promise<{ id: string; token: string }> {
  const tus = { 'tus-resumable': '1.0.0' };
  const length = { 'upload-length': String(picture.length) };
  const created = await call(service, 'POST', '/uploads', undefined, { ...tus, ...length });
  const path = (created.headers.get('location') ?? '').replace('/api/v1', '');
  const bytes = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  const body = new Uint8Array(picture);
  const last = await fetch(`${service.url}/api/v1${path}`, { method: 'PATCH', headers: bytes, body });
  assert.equal((await call(service, 'GET', `${path}?again=1`)).status, 200);
  return { id: path.replace('/uploads/imgdu_', ''), token: last.headers.get('image-delete-token') ?? '' };
}

it('the log and the data directory contain no session, CSRF token, reset link, sign-in state or password of another server', async () => {
  await using provider = await startOidc();
  await using mail = await startMailServer('mail-password-5512');
  await using service = await serve({
    IMGD_SMTP_URL: mail.url,
    IMGD_OIDC_ISSUER: provider.issuer,
    IMGD_OIDC_CLIENT_ID: CLIENT_ID,
    IMGD_OIDC_CLIENT_SECRET: CLIENT_SECRET,
  });
  const site = service.url.replace('127.0.0.1', 'localhost');
  provider.expect(`${site}/api/v1/auth/oidc/callback`);
  const { email } = await newPerson(service);
  const idempotent = { 'idempotency-key': 'planted-idempotency-key' };
  const { session, csrf_token } = await dataOf<SignedIn>(login(service, email, LOGIN_PASSWORD, idempotent));
  const browser = await openBrowser(service, email);
  await request(service, 'POST', '/keys', { body: { name: 'a' }, headers: browser.own });
  await request(service, 'POST', '/keys', { body: { name: 'a' }, headers: { ...browser.own, 'x-csrf-token': 'x' } });
  await request(service, 'POST', '/keys', { body: { name: 'a' }, headers: { cookie: `${browser.cookie}x` } });
  await call(service, 'GET', `/auth/sessions?token=${session.token}`, session.token);

  const [first] = await until(() => mail.mails.length > 0 && mail.mails);
  const verification = /#(imgdv_\w+)/.exec(first?.text ?? '')?.[1] ?? assert.fail('no link');
  await send(service, `/auth/verify?token=${verification}`, { token: verification });

  mail.refuse = true;
  await send(service, '/auth/password/forgot', { email });
  await until(() => mail.begun() === 2);
  mail.refuse = false;
  // Earlier than the retry of the first one.
  await send(service, '/auth/password/forgot', { email });
  const sent = await until(() => mail.mails.find(({ text }) => text.includes('#imgdr_')));
  const token = /#(imgdr_\w+)/.exec(sent.text)?.[1] ?? assert.fail('no link');
  const reset = { token, password: 'planted-new-password-9921' };
  await send(service, `/auth/password/reset?token=${token}`, reset);
  await send(service, '/auth/password/reset', reset);

  provider.person = { sub: 'somebody', email: 'somebody@example.com', email_verified: true };
  const visitor = createVisitor();
  const back = await visitor.follow(`${site}/api/v1/auth/oidc/start`, (url) => url.includes('/oidc/callback'));
  assert.equal((await visitor.get(back)).status, 302);
  await visitor.get(back);
  const { searchParams } = new URL(back);

  await service.stop();
  const texts = [service.output(), ...(await contentsBelow(service.dataDir))];
  assert.ok(service.output().includes('/oidc/callback') && texts.some((text) => text.includes(email)));
  const secrets = {
    session: session.token,
    csrf_token,
    cookie: browser.token,
    csrf: browser.csrf,
    token,
    verification,
    password: reset.password,
    login: LOGIN_PASSWORD,
    mail: 'mail-password-5512',
    provider: CLIENT_SECRET,
    code: searchParams.get('code') ?? '',
    signedIn: visitor.cookie(site, 'imgd_session') ?? '',
  };
  for (const [name, secret] of Object.entries(secrets)) {
    assert.ok(secret.length > 10, name);
    for (const text of texts) assert.ok(!text.includes(secret), `${name} in ${near(text, secret)}`);
  }
  assert.ok(!service.output().includes(searchParams.get('state') ?? ''));
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
