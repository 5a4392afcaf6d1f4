import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createS3Client, presignedUrl } from '../../../src/blobs/s3-client.ts';

const LOCATION = {
  bucket: 'pictures',
  prefix: '',
  endpoint: 'https://s3.example.org',
  region: 'eu-west-1',
  credentials: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'hidden' },
  forcePathStyle: true,
  connectTimeoutMs: 1,
  attemptTimeoutMs: 1,
  timeoutMs: 1,
};

it('a presigned URL carries the lifetime and the response headers, and needs no other header than the host', async () => {
  const client = createS3Client(LOCATION);
  const options = {
    seconds: 600,
    contentType: 'image/png',
    contentDisposition: `inline; filename*=UTF-8''Gr%C3%B6%C3%9Fe.png`,
    cacheControl: 'public, max-age=600',
  };
  for (const method of ['GET', 'HEAD'] as const) {
    const text = await presignedUrl(client, LOCATION.bucket, '20260101/0000/a b', { method, ...options });
    const { origin, pathname, searchParams } = new URL(text);
    assert.equal(origin + pathname, 'https://s3.example.org/pictures/20260101/0000/a%20b');
    assert.ok(!text.includes('hidden'));
    assert.match(searchParams.get('X-Amz-Credential') ?? '', /^AKIDEXAMPLE\/\d{8}\/eu-west-1\/s3\/aws4_request$/);
    assert.match(searchParams.get('X-Amz-Signature') ?? '', /^[0-9a-f]{64}$/);
    const expected = {
      'X-Amz-Expires': '600',
      'X-Amz-SignedHeaders': 'host',
      'response-content-type': options.contentType,
      'response-content-disposition': options.contentDisposition,
      'response-cache-control': options.cacheControl,
    };
    for (const [name, value] of Object.entries(expected)) assert.equal(searchParams.get(name), value, name);
  }
});
