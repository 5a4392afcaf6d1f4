import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { upload } from '../faults/support/client.ts';
import { createJournal, uploadAndRecord } from '../faults/support/journal.ts';
import { SEED, times } from '../faults/support/options.ts';
import { noisePng } from '../faults/support/pictures.ts';
import { createRandom } from '../faults/support/random.ts';
import { ms, quantile, record } from '../faults/support/report.ts';
import { type Service, startService } from '../faults/support/service.ts';
import { verify } from '../faults/support/verify.ts';
import { cephMissing, openTestS3, type TestS3 } from '../support/ceph.ts';
import { startContainerRole } from '../support/container-role.ts';
import { makeAuthority, noOpenssl } from '../support/private-ca.ts';
import { starting } from '../support/starting.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';
import { until } from '../support/until.ts';
import { tempDir } from '../unit/cli/support.ts';

/** The SDK renews credentials five minutes before they expire. */
const RENEWAL_MS = 5 * 60_000;
/** The default of imgd, and a shorter time for a sample. */
const DRAIN_SECONDS = times(30, 1);
/** Closing, and a busy machine. */
const CLOSING_MS = 5_000;
const ONE_DECODER = { IMGD_DECODER_PROCESSES: '1', IMGD_BLOB_CACHE_BYTES: '0' };

/** An upload that never ends: a byte now and then. */
function startSlowUpload(url: string): Disposable {
  const request = httpRequest(`${url}/api/v1/upload`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  });
  request.on('error', () => {});
  request.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.gif"\r\n\r\nGIF89a');
  const dripping = setInterval(() => request.write('a'), 50);
  return {
    [Symbol.dispose]() {
      clearInterval(dripping);
      request.destroy();
    },
  };
}

describe('an S3 store', { skip: cephMissing() || noOpenssl }, () => {
  let s3: TestS3;
  let env: Record<string, string>;
  let authority: string;
  let stack: AsyncDisposableStack;
  const random = createRandom(SEED);

  before(async () => {
    stack = new AsyncDisposableStack();
    const dir = stack.use(await tempDir());
    const tls = makeAuthority(dir.path);
    authority = tls.authority;
    s3 = stack.use(await openTestS3(tls));
    env = { ...s3.env, ...ONE_DECODER, IMGD_BLOBS: 's3', IMGD_PLANS: '{"anonymous":{"requestsPerHour":null}}' };
  });
  after(() => stack.disposeAsync());

  const endpointOverTls = () => s3.ceph?.tlsEndpoint ?? assert.fail('the store of the environment has no certificate');
  const ownDir = async () => {
    const dir = await tempDir();
    const own: Record<string, string> = { ...env, IMGD_S3_PREFIX: `${random.below(2 ** 31)}/` };
    return { ...dir, env: own };
  };

  it('with an untrusted certificate is refused at once, in one line', async () => {
    await using dir = await ownDir();
    await using service = starting(dir.path, { ...dir.env, IMGD_S3_ENDPOINT: endpointOverTls() });
    assert.equal(await service.exited, 1);
    assert.match(
      service.log(),
      /^imgd: The S3 store at https:.* \(IMGD_S3_ENDPOINT\) cannot be reached: .*certificate/m,
    );
  });

  it('over TLS with a private authority, by the role of a container: renewed keys fail no upload', async (t) => {
    await using dir = await ownDir();
    await using role = await startContainerRole(dir.path);
    const { IMGD_S3_ACCESS_KEY_ID, IMGD_S3_SECRET_ACCESS_KEY, ...others } = dir.env;
    assert.ok(IMGD_S3_ACCESS_KEY_ID && IMGD_S3_SECRET_ACCESS_KEY);
    const ceph = s3.ceph ?? assert.fail('Ceph makes the keys');
    const makeKey = async (id: string, msLeft: number) => {
      const secret = `secret-of-${id}`;
      await ceph.admin('key', 'create', '--uid', 'imgd', '--key-type', 's3', '--access-key', id, '--secret', secret);
      return { id, secret, expiresAt: new Date(Date.now() + msLeft) };
    };
    role.key = await makeKey('first', RENEWAL_MS - 1_000);
    await using service = await startService({
      dataDir: dir.path,
      env: { ...others, ...role.env, IMGD_S3_ENDPOINT: endpointOverTls(), IMGD_CA_FILE: authority },
    });
    const journal = createJournal();
    const failed: string[] = [];
    let isOver = false;
    const uploading = async () => {
      while (!isOver) {
        const { status, bytes } = await uploadAndRecord(journal, service.url, { bytes: await noisePng(random) });
        if (status !== 200) failed.push(`${status} ${bytes}`);
      }
    };
    const load = Promise.all([uploading(), uploading()]);
    await until(() => journal.counts.uploads > 0);
    // The SDK renews the first key from now on. While the endpoint fails, the key is still good.
    role.key = undefined;
    const second = await makeKey('second', RENEWAL_MS * 10);
    await until(() => journal.counts.uploads > 5);
    role.key = second;
    await until(() => role.given.includes('second'));
    const { uploads } = journal.counts;
    await until(() => journal.counts.uploads > uploads);
    await ceph.admin('key', 'rm', '--uid', 'imgd', '--key-type', 's3', '--access-key', 'first');
    await until(() => journal.counts.uploads > uploads + 5);
    isOver = true;
    await load;
    assert.deepEqual([failed, role.refused], [[], 0]);
    assert.deepEqual(await verify(journal, service.url), []);
    const measured = `${journal.counts.uploads} uploads over TLS, 0 failed; keys asked for ${role.given.length} times`;
    record(t, 'keys of a role renewed under load, the old ones removed', '0 uploads fail', measured);
  });

  it('is used by a web identity', async () => {
    await using dir = await ownDir();
    await using role = await startContainerRole(dir.path);
    const { IMGD_S3_ACCESS_KEY_ID: id = '', IMGD_S3_SECRET_ACCESS_KEY: secret = '', ...others } = dir.env;
    role.key = { id, secret, expiresAt: new Date(Date.now() + RENEWAL_MS * 2) };
    await using service = await startService({ dataDir: dir.path, env: { ...others, ...role.webIdentityEnv } });
    assert.equal((await upload(service.url, { bytes: await noisePng(random) })).status, 200);
    assert.deepEqual([role.given.includes(id), role.refused], [true, 0]);
  });

  it('that stops with slow uploads under way is left in time, and at once when idle', async (t) => {
    await using dir = await ownDir();
    await using proxy = await startTcpProxy(Number(new URL(s3.env.IMGD_S3_ENDPOINT ?? '').port));
    const settings = {
      IMGD_S3_ENDPOINT: `http://127.0.0.1:${proxy.port}`,
      IMGD_STOP_DRAIN_SECONDS: `${DRAIN_SECONDS}`,
    };
    const start = () => startService({ dataDir: dir.path, env: { ...dir.env, ...settings } });
    const journal = createJournal();
    const stopMs = async (service: Service) => {
      const begun = performance.now();
      await service.kill('SIGTERM');
      return performance.now() - begun;
    };
    const idle: number[] = [];
    for (let stops = 0; stops < times(5, 1); stops++) {
      await using service = await start();
      await uploadAndRecord(journal, service.url, { bytes: await noisePng(random) });
      idle.push(await stopMs(service));
    }
    await using busy = await start();
    using _slow = startSlowUpload(busy.url);
    proxy.set({ kind: 'hang' }, { matching: /^PUT / });
    const hanging = uploadAndRecord(journal, busy.url, { bytes: await noisePng(random) }).catch(() => undefined);
    await until(() => proxy.hits() > 0);
    const busyMs = await stopMs(busy);
    await hanging;
    proxy.clear();
    await using again = await start();
    assert.deepEqual(await verify(journal, again.url), []);
    const most = quantile(idle, 1);
    record(t, 'SIGTERM with S3, idle', '< 1 s', `${idle.length} stops, longest ${ms(most)}`);
    record(
      t,
      'SIGTERM while a client sends slowly and S3 hangs',
      `${DRAIN_SECONDS} s for requests, at most 5 s more`,
      ms(busyMs),
    );
    assert.ok(most < CLOSING_MS, ms(most));
    assert.ok(busyMs < DRAIN_SECONDS * 1_000 + CLOSING_MS, ms(busyMs));
  });

  it('that comes up later is waited for, and the start says so', async () => {
    await using dir = await ownDir();
    await using other = await tempDir();
    const ceph = s3.ceph ?? assert.fail('the store of the environment is not stopped');
    await ceph.kill('gateway');
    await using service = starting(dir.path, dir.env);
    await using hasty = starting(other.path, { ...dir.env, IMGD_START_WAIT_SECONDS: '1' });
    await until(() => /S3 store at .* The start waits \d+ s more \(IMGD_START_WAIT_SECONDS\)/.test(service.log()));
    assert.equal(await hasty.exited, 1);
    assert.match(hasty.log(), /^imgd: The S3 store at .* \(IMGD_S3_ENDPOINT\) cannot be reached: /m);
    assert.doesNotMatch(service.log(), /listening/);
    ceph.restart('gateway');
    await until(() => service.log().includes('imgd listening on'));
  });
});
