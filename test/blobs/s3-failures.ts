import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { CreateMultipartUploadCommand, ListMultipartUploadsCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import type { S3Location } from '../../src/blobs/location.ts';
import { createS3Blobs } from '../../src/blobs/s3.ts';
import { isUnavailable } from '../contracts/blob-store.ts';
import type { TestS3 } from '../support/ceph.ts';
import { s3Error, startTcpProxy } from '../support/tcp-proxy.ts';

const BYTES = randomBytes(300_000);
const LARGE = randomBytes(23 * 2 ** 20);
const KEY = '20260101/0000/a';

/** The S3 store with failures of the network and of the store itself. */
export function s3Failures(opened: () => Promise<TestS3>, options: { skip: string | false }): void {
  async function setUp(t: TestContext, changes: Partial<S3Location> = {}) {
    const s3 = await opened();
    const directory = await mkdtemp(join(tmpdir(), 'imgd-s3-'));
    const proxy = await startTcpProxy(Number(new URL(s3.location().endpoint ?? '').port));
    t.after(async () => {
      await proxy[Symbol.asyncDispose]();
      await rm(directory, { recursive: true });
    });
    const prefix = `${randomUUID()}/`;
    const store = createS3Blobs(s3.location({ prefix, endpoint: `http://127.0.0.1:${proxy.port}`, ...changes }));
    const file = async (bytes: Buffer) => {
      const path = join(directory, randomUUID());
      await writeFile(path, bytes);
      return path;
    };
    return { s3, proxy, store, prefix, file };
  }

  describe('S3 with failures', options, () => {
    for (const [what, failure] of [
      ['500', { kind: 'answer', status: 500, body: s3Error('InternalError') }],
      ['503 SlowDown', { kind: 'answer', status: 503, body: s3Error('SlowDown') }],
      ['a reset connection', { kind: 'reset' }],
      ['a lost acknowledgement', { kind: 'lose-answer' }],
    ] as const) {
      it(`retries every operation after ${what}`, async (t) => {
        const { s3, proxy, store, prefix, file } = await setUp(t);
        proxy.set(failure, { matching: /^PUT /, times: 2 });
        await store.put(KEY, await file(BYTES));
        assert.ok((await s3.peek(prefix + KEY)).equals(BYTES));
        proxy.set(failure, { matching: /^(GET|HEAD) /, times: 2 });
        assert.ok((await store.read(KEY))?.equals(BYTES));
        proxy.set(failure, { matching: /^HEAD /, times: 1 });
        assert.equal(await store.size(KEY), BYTES.length);
        proxy.set(failure, { matching: /^DELETE /, times: 2 });
        await store.delete(KEY);
        assert.equal(proxy.hits(), 7);
        assert.deepEqual(await s3.keys(prefix), []);
      });
    }

    it('gives up in time without a response, and leaves nothing', async (t) => {
      const { s3, proxy, store, prefix, file } = await setUp(t, { attemptTimeoutMs: 300, timeoutMs: 900 });
      proxy.set({ kind: 'hang' });
      const path = await file(BYTES);
      // A failed put also deletes the object.
      for (const [work, limitMs] of [
        [() => store.put(KEY, path), 6_000],
        [() => store.read(KEY), 3_000],
        [() => store.delete(KEY), 3_000],
        [() => store.check(), 3_000],
      ] as const) {
        const begun = performance.now();
        await assert.rejects(work(), isUnavailable);
        const took = performance.now() - begun;
        assert.ok(took > 250 && took < limitMs, `${Math.round(took)} ms`);
      }
      proxy.clear();
      assert.deepEqual(await s3.keys(prefix), []);
      await store.put(KEY, path);
      assert.deepEqual(await s3.keys(prefix), [KEY]);
    });

    it('is unavailable while all responses are 500, and does not report blobs as missing', async (t) => {
      const { proxy, store, file } = await setUp(t, { timeoutMs: 1_000 });
      proxy.set({ kind: 'answer', status: 500, body: s3Error('InternalError') });
      const path = await file(BYTES);
      await assert.rejects(store.put(KEY, path), isUnavailable);
      await assert.rejects(store.read(KEY), isUnavailable);
      await assert.rejects(store.size(KEY), isUnavailable);
      await assert.rejects(store.open(KEY, { start: 0, end: 1 }), isUnavailable);
      await assert.rejects(Array.fromAsync(store.list()), isUnavailable);
    });

    for (const silently of [false, true]) {
      it(`resumes a body that ${silently ? 'stalled' : 'broke off'}`, async (t) => {
        const { proxy, store, file } = await setUp(t, { attemptTimeoutMs: 700 });
        await store.put(KEY, await file(BYTES));
        proxy.set({ kind: 'cut', afterBytes: 100_000, silently }, { matching: /^GET /, times: 2 });
        assert.ok((await store.read(KEY))?.equals(BYTES));
        proxy.set({ kind: 'cut', afterBytes: 50_000, silently }, { matching: /^GET /, times: 1 });
        const body = await store.open(KEY, { start: 1_000, end: 200_999 });
        assert.ok(Buffer.concat(await Array.fromAsync(body ?? [])).equals(BYTES.subarray(1_000, 201_000)));
        assert.equal(proxy.hits(), 3);
      });
    }

    it('releases the connection of a body that is not read', async (t) => {
      const { store, file } = await setUp(t);
      await store.put(KEY, await file(LARGE.subarray(0, 4_000_000)));
      // More than the maximum of connections: without the release the later ones would wait for ever.
      for (let i = 0; i < 132; i++) {
        const body = (await store.open(KEY)) as unknown as { destroy(): void };
        body.destroy();
      }
      assert.equal(await store.size(KEY), 4_000_000);
    });

    it('treats a missing bucket as a failure, not as missing blobs', async (t) => {
      const { store } = await setUp(t, { bucket: 'there-is-no-such-bucket' });
      await assert.rejects(store.read(KEY), isUnavailable);
      await assert.rejects(store.size(KEY), isUnavailable);
      await assert.rejects(Array.fromAsync(store.list()), isUnavailable);
    });

    it('detects corrupt blobs by the checksum', async (t) => {
      const { s3, store, prefix, file } = await setUp(t);
      await store.put(KEY, await file(BYTES));
      const Metadata = { sha256: createHash('sha256').update(BYTES).digest('hex') };
      const other = Buffer.from(BYTES);
      other[17] = (other[17] ?? 0) ^ 1;
      await s3.client.send(new PutObjectCommand({ Bucket: s3.bucket, Key: prefix + KEY, Body: other, Metadata }));
      await assert.rejects(store.read(KEY), isUnavailable);
    });
  });

  describe('S3 with large blobs', options, () => {
    it('sends them in parts and reads them back', async (t) => {
      const { s3, proxy, store, prefix, file } = await setUp(t);
      proxy.set({ kind: 'reset' }, { matching: /^PUT .*partNumber=2/, times: 2 });
      await store.put(KEY, await file(LARGE));
      assert.equal(proxy.hits(), 2, 'a part was sent again');
      assert.ok((await s3.peek(prefix + KEY)).equals(LARGE));
      assert.ok((await store.read(KEY))?.equals(LARGE));
    });

    it('counts a blob as stored when only the response to the last step is lost', async (t) => {
      const { s3, proxy, store, prefix, file } = await setUp(t);
      proxy.set({ kind: 'lose-answer' }, { matching: /^POST .*uploadId=/ });
      await store.put(KEY, await file(LARGE));
      assert.ok(proxy.hits() > 0);
      assert.ok((await s3.peek(prefix + KEY)).equals(LARGE));
    });

    it('leaves no parts of a failed put, and abandons those of an interrupted one', async (t) => {
      const { s3, proxy, store, prefix, file } = await setUp(t, { timeoutMs: 2_000 });
      const unfinished = async () => {
        const page = await s3.client.send(new ListMultipartUploadsCommand({ Bucket: s3.bucket, Prefix: prefix }));
        return (page.Uploads ?? []).map((upload) => upload.Key);
      };
      proxy.set({ kind: 'answer', status: 400, body: s3Error('InvalidRequest') }, { matching: /^PUT .*partNumber=3/ });
      await assert.rejects(store.put(KEY, await file(LARGE)), isUnavailable);
      assert.deepEqual([...(await unfinished()), ...(await s3.keys(prefix))], []);

      for (const key of ['20260101/0001/a', '20260101/0002/b']) {
        await s3.client.send(new CreateMultipartUploadCommand({ Bucket: s3.bucket, Key: prefix + key }));
      }
      assert.equal(await store.abandonUnfinished('20260101/0002'), 1);
      assert.deepEqual(await unfinished(), [`${prefix}20260101/0002/b`]);
      assert.equal(await store.abandonUnfinished('~'), 1);
    });
  });
}
