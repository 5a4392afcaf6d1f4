import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as forward } from 'node:http';
import { createServer, type Server } from 'node:https';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { at } from '../support/api.ts';
import { accountOf, bearer, call, smallPng } from '../support/requests.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

// Programs that upload to image hosts, from npm and unmodified: nothing but their settings is ours.

const PACKAGES = join(import.meta.dirname, 'node_modules');
const NOT_INSTALLED = existsSync(PACKAGES) ? false : 'not installed: npm ci --prefix test/clients';
const load = createRequire(join(import.meta.dirname, 'package.json'));

let app: TestApp;
let key: string;
let folder: string;
let picture: string;
let bytes: Buffer;
let https: Server;
before(async () => {
  app = await startApp({ env: { IMGD_DOORS: 'all' } });
  ({ key } = await accountOf(app, {}));
  folder = await mkdtemp(join(tmpdir(), 'imgd-programs-'));
  picture = join(folder, 'picture.png');
  bytes = await smallPng(7);
  await writeFile(picture, bytes);
});
after(async () => {
  https?.close();
  await app[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function assertStored(link: string): Promise<void> {
  const response = await fetch(at(app, link));
  assert.deepEqual([response.status, Buffer.from(await response.arrayBuffer())], [200, bytes]);
}

const countOwn = async () => {
  const { data } = (await (await call(app, 'GET', '/images', key)).json()) as { data: { images: unknown[] } };
  return data.images.length;
};

/** The service behind TLS: some programs have no other scheme. @returns its host and port */
async function behindTls(): Promise<string> {
  const [keyFile, certFile] = [join(folder, 'tls.key'), join(folder, 'tls.crt')];
  const subject = ['-subj', '/CN=localhost', '-days', '1', '-keyout', keyFile, '-out', certFile];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject], { stdio: 'ignore' });
  https = createServer({ key: readFileSync(keyFile), cert: readFileSync(certFile) }, (request, response) => {
    const { method, url, headers } = request;
    const upstream = forward(app.url + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    request.pipe(upstream);
  });
  await new Promise<void>((resolve) => https.listen(0, '127.0.0.1', resolve));
  return `localhost:${(https.address() as AddressInfo).port}`;
}

interface PicGo {
  setConfig(config: object): void;
  use(plugin: unknown, name: string): void;
  upload(files: string[]): Promise<{ imgUrl?: string; id?: string }[] | Error>;
  emit(event: string, ...values: unknown[]): boolean;
  log: Record<string, unknown>;
}

let configs = 0;
function picGo(uploader: string, config: object, plugin?: string): PicGo {
  const { PicGo } = load('picgo') as { PicGo: new (path: string) => PicGo };
  const picgo = new PicGo(join(folder, `picgo-${configs++}.json`));
  if (plugin !== undefined) picgo.use(load(plugin), plugin);
  picgo.setConfig({
    silent: true,
    'settings.logLevel': ['none'],
    'picBed.current': uploader,
    'picBed.uploader': uploader,
    [`picBed.${uploader}`]: config,
  });
  return picgo;
}

async function uploadedBy(picgo: PicGo): Promise<{ imgUrl?: string; id?: string }> {
  const output = await picgo.upload([picture]);
  if (output instanceof Error) throw output;
  return output[0] ?? {};
}

describe('programs that upload to image hosts', { skip: NOT_INSTALLED }, () => {
  it('imgbb-uploader uploads to its cheveretoHost, with the key of the account', async () => {
    const uploader = load('imgbb-uploader') as (options: object) => Promise<{ url: string; delete_url?: string }>;
    const before = await countOwn();
    const sources = [{ imagePath: picture }, { base64string: bytes.toString('base64') }];
    for (const source of sources) {
      const { host } = new URL(app.url);
      const answer = (await uploader({
        apiKey: key,
        cheveretoHost: `http://${host}`,
        customPayload: {},
        ...source,
      })) as unknown as { image: { url: string } };
      await assertStored(answer.image?.url ?? (answer as never as { url: string }).url);
    }
    assert.equal(await countOwn(), before + 2);
  });

  it("PicGo's SM.MS uploader uploads to its backup domain, without a plugin", async () => {
    const backupDomain = await behindTls();
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    try {
      const before = await countOwn();
      const { imgUrl = '' } = await uploadedBy(picGo('smms', { token: key, backupDomain }));
      await assertStored(imgUrl);
      assert.equal(await countOwn(), before + 1);
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    }
  });

  it('picgo-plugin-lankong uploads to Lsky Pro V2, with a key and without one', async () => {
    for (const token of [`Bearer ${key}`, '']) {
      const config = { server: `${app.url}/lsky`, lskyProVersion: 'V2', token, permission: { value: 1 }, albumId: 'a' };
      const { imgUrl = '', id = '' } = await uploadedBy(picGo('lankong', config, 'picgo-plugin-lankong'));
      await assertStored(imgUrl);
      assert.match(id, /^\w{12}$/);
    }
  });

  it('picgo-plugin-web-uploader uploads by a field, a header and a path in the answer', async () => {
    const config = {
      url: `${app.url}/api/v1/upload`,
      paramName: 'file',
      jsonPath: 'data.links.direct',
      customHeader: JSON.stringify(bearer(key)),
      customBody: '',
    };
    const picgo = picGo('web-uploader', config, 'picgo-plugin-web-uploader');
    await assertStored((await uploadedBy(picgo)).imgUrl ?? '');
  });

  it('curl uploads a file, standard input, and the body of a PUT', async () => {
    const run = (...args: string[]) =>
      new Promise<string>((resolve, reject) => {
        const child = execFile('curl', ['-sS', ...args], (error, stdout) => (error ? reject(error) : resolve(stdout)));
        child.stdin?.end(bytes);
      });
    await assertStored((await run('-F', `file=@${picture}`, `${app.url}/for/text`)).trim());
    await assertStored((await run('-T', picture, `${app.url}/for/text/`)).trim());
    await assertStored((await run('-T', '-', `${app.url}/for/text/shot.png`)).trim());
    await assertStored((await run('--data-binary', '@-', `${app.url}/for/text`)).trim());
    const nameless = JSON.parse(await run('-F', 'file=@-', `${app.url}/api/v1/upload`));
    assert.equal(nameless.data.filename, 'image.png');
  });
});
