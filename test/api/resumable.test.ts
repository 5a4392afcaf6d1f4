import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Upload, type UploadOptions } from 'tus-js-client';
import { pngOfSize } from '../fixtures/png-of-size.ts';
import { attachOrStart, register, type Target, type Uploaded } from '../support/api.ts';
import { bearer, call } from '../support/requests.ts';

let target: Target;
before(async () => {
  target = await attachOrStart();
});
after(() => target[Symbol.asyncDispose]());

const endpoint = () => `${target.url}/api/v1/uploads`;

interface Sent {
  upload: Upload;
  header(name: string): string | undefined;
  requests: string[];
}

/** Sends a file as tus-js-client does. */
function send(file: Buffer, options: Partial<UploadOptions> = {}): Promise<Sent> {
  const requests: string[] = [];
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: endpoint(),
      retryDelays: [0, 200, 500, 1_000],
      metadata: { filename: 'large picture.png' },
      onBeforeRequest: (request) => void requests.push(`${request.getMethod()} ${new URL(request.getURL()).pathname}`),
      onError: reject,
      onSuccess: ({ lastResponse }) =>
        resolve({ upload, requests, header: (name) => lastResponse.getHeader(name) ?? undefined }),
      ...options,
    });
    upload.start();
  });
}

async function bytesAt(url: string): Promise<Buffer> {
  const answer = await fetch(url.replace(/^https?:\/\/[^/]+/, target.url));
  assert.equal(answer.status, 200);
  return Buffer.from(await answer.arrayBuffer());
}

interface Status {
  status: string;
  offset: number;
  length: number;
  expires_at: string;
  image: Uploaded | null;
  error: { code: string } | null;
}

async function statusOf(id: string, key?: string): Promise<Status> {
  const answer = await call(target, 'GET', `/uploads/${id}`, key);
  assert.equal(answer.status, 200);
  return ((await answer.json()) as { data: Status }).data;
}

const idOf = (url: string | null) => (url ?? '').split('/').at(-1) as string;

describe('a resumable upload', () => {
  it('becomes an image like any other, which the answer to its last bytes names', async () => {
    const file = pngOfSize(3_000_000);
    const sent = await send(file, { chunkSize: 1_000_000 });
    const id = sent.header('image-id') as string;
    assert.match(id, /^[0-9A-Za-z]{12}$/);
    assert.equal(sent.requests.filter((request) => request.startsWith('PATCH')).length, 3);
    const direct = sent.header('image-url') as string;
    assert.deepEqual(await bytesAt(direct), file);
    assert.match(sent.header('link') ?? '', new RegExp(`/api/v1/image/${id}>; rel="describedby"$`));
    const status = await statusOf(idOf(sent.upload.url));
    assert.equal(status.status, 'complete');
    assert.equal(status.image?.id, id);
    assert.equal(status.image?.filename, 'large picture.png');
    assert.equal(status.image?.delete_token, sent.header('image-delete-token'));
    const deleted = await call(target, 'DELETE', `/image/${id}`, status.image?.delete_token);
    assert.equal(deleted.status, 200);
    assert.equal((await statusOf(idOf(sent.upload.url))).image, null);
  });

  it('takes its first bytes with the creation, and the options of an image as metadata', async () => {
    const key = await register(target);
    const sent = await send(pngOfSize(200_000), {
      uploadDataDuringCreation: true,
      headers: bearer(key),
      metadata: { name: 'named.png', album: 'Résumé', expiry: '24', unknown: 'x' },
    });
    assert.deepEqual(sent.requests, ['POST /api/v1/uploads']);
    const { image } = await statusOf(idOf(sent.upload.url), key);
    assert.equal(image?.filename, 'named.png');
    assert.equal(image?.album, 'Résumé');
    assert.notEqual(image?.expires_at, null);
    assert.equal(image?.anonymous, false);
  });

  it('continues where it was cut', async () => {
    const file = pngOfSize(2_500_000);
    const first = new Upload(file, { endpoint: endpoint(), chunkSize: 1_000_000, metadata: { filename: 'a.png' } });
    await new Promise<void>((resolve) => {
      first.options.onChunkComplete = () => {
        void first.abort().then(resolve);
      };
      first.start();
    });
    const before = await statusOf(idOf(first.url));
    assert.equal(before.status, 'uploading');
    assert.ok(before.offset >= 1_000_000 && before.offset < file.length, String(before.offset));
    const sent = await send(file, { uploadUrl: first.url });
    assert.equal(sent.requests[0]?.startsWith('HEAD'), true);
    const { image } = await statusOf(idOf(first.url));
    assert.deepEqual(await bytesAt(image?.links.direct ?? ''), file);
  });
});
