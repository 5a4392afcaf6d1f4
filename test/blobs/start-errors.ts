import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { freePort } from '../../scripts/services/free-port.ts';
import { s3Error, startTcpProxy } from '../support/tcp-proxy.ts';
import { imgd, tempDir } from '../unit/cli/support.ts';

type Env = Record<string, string>;

/** A server that accepts connections and never responds. */
async function startSilent(t: TestContext): Promise<string> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket.on('error', () => {}))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The store through a proxy that refuses every write. */
async function startReadOnly(t: TestContext, endpoint: string | undefined): Promise<string> {
  const proxy = await startTcpProxy(Number(new URL(endpoint ?? '').port));
  t.after(() => proxy[Symbol.asyncDispose]());
  proxy.set({ kind: 'answer', status: 403, body: s3Error('AccessDenied') }, { matching: /^PUT / });
  return `http://127.0.0.1:${proxy.port}`;
}

const CASES: Record<string, (env: Env, t: TestContext) => Promise<[changes: Env, line: RegExp]>> = {
  'an unknown access key': async () => [
    { IMGD_S3_ACCESS_KEY_ID: 'unknown' },
    /does not know the access key \(IMGD_S3_ACCESS_KEY_ID\)/,
  ],
  'a wrong secret': async () => [
    { IMGD_S3_SECRET_ACCESS_KEY: 'not-the-secret' },
    /refuses the secret of the access key \(IMGD_S3_SECRET_ACCESS_KEY\)/,
  ],
  'a missing bucket': async () => [
    { IMGD_S3_BUCKET: 'no-such-bucket' },
    /There is no bucket "no-such-bucket" \(IMGD_S3_BUCKET\)/,
  ],
  'a refused connection': async () => [
    { IMGD_S3_ENDPOINT: `http://127.0.0.1:${await freePort()}` },
    /\(IMGD_S3_ENDPOINT\) cannot be reached: .*ECONNREFUSED/,
  ],
  'an unknown host': async () => [
    { IMGD_S3_ENDPOINT: 'http://s3.invalid' },
    /\(IMGD_S3_ENDPOINT\) cannot be reached: .*s3\.invalid/,
  ],
  'a silent store': async (_env, t) => [
    { IMGD_S3_ENDPOINT: await startSilent(t), IMGD_S3_ATTEMPT_TIMEOUT_MS: '200', IMGD_S3_TIMEOUT_MS: '600' },
    /\(IMGD_S3_ENDPOINT\) cannot be reached: no answer within \d+ ms/,
  ],
  'a read-only bucket': async (env, t) => [
    { IMGD_S3_ENDPOINT: await startReadOnly(t, env.IMGD_S3_ENDPOINT) },
    /does not let the access key \(IMGD_S3_ACCESS_KEY_ID\) use the bucket .*AccessDenied/,
  ],
};

/** The error messages of a service that cannot use its store. */
export function startErrors(settings: () => Promise<Env>, options: { skip: string | false }): void {
  describe('imgd serve ends with one line and exit code 1', { ...options, concurrency: 2 }, () => {
    for (const [name, setUp] of Object.entries(CASES)) {
      it(`for ${name}`, async (t) => {
        await using dir = await tempDir();
        const env = { ...(await settings()), IMGD_DATA_DIR: dir.path, IMGD_PORT: '0', IMGD_WEB: 'off' };
        Object.assign(env, { IMGD_START_WAIT_SECONDS: '0' });
        const [changes, line] = await setUp(env, t);
        const { code, stdout, stderr } = await imgd(['serve'], { ...env, ...changes });
        assert.deepEqual([code, stdout], [1, ''], stderr);
        assert.match(stderr, line);
        assert.equal(stderr.trim().split('\n').length, 1, stderr);
        assert.ok(!stderr.includes('not-the-secret'), 'the secret is not printed');
      });
    }
  });
}
