import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCloudFrontEdge } from '../../../src/edge/cloudfront.ts';
import {
  createBunnyEdge,
  createCloudflareEdge,
  createFastlyEdge,
  createWebhookEdge,
} from '../../../src/edge/create-edge.ts';
import type { Edge } from '../../../src/edge/port.ts';
import { type ApiAnswer, type ApiRequest, type EdgeApi, someCopies, startEdgeApi } from '../../support/edge-api.ts';

const SECRET = 'planted-secret-of-the-edge';
const timeoutMs = 400;

/** An adapter, and the messages of its API as the provider documents them. */
interface Hosted {
  create(api: string): Edge;
  /** The response to a successful call. */
  success(request: ApiRequest): ApiAnswer;
  /** Images in one call. */
  perCall: number;
  /** Method and path of the call. */
  call: string;
  /** The header field with the credential. */
  credential?: [name: string, value: string];
  /** The text that names an image in the body. */
  named(image: { tag: string; urls: readonly string[] }): string;
}

const HOSTED: Record<string, Hosted> = {
  cloudflare: {
    create: (api) => createCloudflareEdge({ api, zone: 'zone1', token: SECRET, timeoutMs }),
    success: () => ({ status: 200, body: '{"success":true,"errors":[],"messages":[],"result":{"id":"zone1"}}' }),
    perCall: 100,
    call: 'POST /zones/zone1/purge_cache',
    credential: ['authorization', `Bearer ${SECRET}`],
    named: ({ tag }) => `"${tag}"`,
  },
  fastly: {
    create: (api) => createFastlyEdge({ api, zone: 'service1', token: SECRET, timeoutMs }),
    success: ({ body }) => {
      const keys = (JSON.parse(body) as { surrogate_keys: string[] }).surrogate_keys;
      return { status: 200, body: JSON.stringify(Object.fromEntries(keys.map((key, i) => [key, `108-136-${i}`]))) };
    },
    perCall: 256,
    call: 'POST /service/service1/purge',
    credential: ['fastly-key', SECRET],
    named: ({ tag }) => `"${tag}"`,
  },
  bunny: {
    create: (api) => createBunnyEdge({ api, zone: '42', token: SECRET, timeoutMs }),
    success: () => ({ status: 204 }),
    perCall: 1,
    call: 'POST /pullzone/42/purgeCache',
    credential: ['accesskey', SECRET],
    named: ({ tag }) => `{"CacheTag":"${tag}"}`,
  },
  cloudfront: {
    create: (api) =>
      createCloudFrontEdge({ api, distribution: 'E1', accessKeyId: 'AKIDEXAMPLE', secretAccessKey: SECRET, timeoutMs }),
    success: () => ({
      status: 201,
      body: '<?xml version="1.0"?>\n<Invalidation xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/"><Id>I1</Id><Status>InProgress</Status></Invalidation>',
    }),
    perCall: 250,
    call: 'POST /2020-05-31/distribution/E1/invalidation',
    named: ({ urls }) => `<Path>${new URL(urls[0] ?? '').pathname}</Path>`,
  },
  webhook: {
    create: (api) =>
      createWebhookEdge({ url: `${api}/purge`, secret: `whsec_${Buffer.from(SECRET).toString('base64')}`, timeoutMs }),
    success: () => ({ status: 204 }),
    perCall: 100,
    call: 'POST /purge',
    named: ({ tag }) => `"tag":"${tag}"`,
  },
};

for (const [name, hosted] of Object.entries(HOSTED)) {
  describe(`the edge ${name}`, () => {
    const withApi = async (
      answer: EdgeApi['answer'],
      count: number,
      check: (api: EdgeApi, edge: Edge) => Promise<void>,
    ) => {
      await using api = await startEdgeApi(answer);
      await check(api, hosted.create(api.url));
      for (const { url, body } of api.requests)
        assert.ok(!`${url}${body}`.includes(SECRET), 'no body contains the secret');
      assert.ok(api.requests.length > 0 && count > 0);
    };

    it('purges images in calls of the allowed size', async () => {
      const count = hosted.perCall + 1;
      const images = someCopies(count);
      await withApi(hosted.success, count, async (api, edge) => {
        assert.deepEqual(
          await edge.purge(images),
          images.map(() => undefined),
        );
        assert.equal(api.requests.length, 2);
        const [first, second] = api.requests as [ApiRequest, ApiRequest];
        assert.equal(`${first.method} ${first.url}`, hosted.call);
        for (const image of images.slice(0, hosted.perCall)) assert.ok(first.body.includes(hosted.named(image)));
        assert.ok(second.body.includes(hosted.named(images[count - 1] as (typeof images)[0])));
        assert.ok(!second.body.includes(hosted.named(images[0] as (typeof images)[0])));
        if (hosted.credential) assert.equal(first.headers[hosted.credential[0]], hosted.credential[1]);
      });
    });

    it('makes no call for no images', async () => {
      await using api = await startEdgeApi(hosted.success);
      assert.deepEqual(await hosted.create(api.url).purge([]), []);
      assert.equal(api.requests.length, 0);
    });

    it('fails for the images of a failed call only', async () => {
      const images = someCopies(hosted.perCall + 1);
      const answer = (request: ApiRequest, index: number) =>
        index === 0 ? { status: 500, body: 'planted failure' } : hosted.success(request);
      await withApi(answer, 1, async (_api, edge) => {
        const outcomes = await edge.purge(images);
        assert.ok(outcomes.slice(0, hosted.perCall).every((failure) => failure?.summary === 'The edge answered 500.'));
        assert.equal(outcomes.at(-1), undefined);
        assert.match(outcomes[0]?.message ?? '', /planted failure/, 'the log has the details');
      });
    });

    it('stops after a time-out or refused credentials', async () => {
      for (const answer of ['hang', { status: 403 }] as const) {
        await using api = await startEdgeApi(() => answer);
        const images = someCopies(hosted.perCall * 3);
        const outcomes = await hosted.create(api.url).purge(images);
        assert.equal(api.requests.length, 1);
        assert.ok(outcomes.length === images.length && outcomes.every((failure) => failure === outcomes[0] && failure));
      }
    });

    it('reports refused credentials, redirects, time-outs and refused connections', async () => {
      const cases: [ApiAnswer, string][] = [
        [{ status: 401, body: '{"success":false}' }, 'The edge answered 401.'],
        [{ status: 302, headers: { location: 'http://127.0.0.1:1/elsewhere' } }, 'The edge answered 302.'],
        ['hang', 'The edge did not answer in time.'],
      ];
      for (const [answer, summary] of cases) {
        await withApi(
          () => answer,
          1,
          async (api, edge) => {
            const [failure] = await edge.purge(someCopies(1));
            assert.equal(failure?.summary, summary);
            assert.equal(api.requests.length, 1, 'redirects are not followed');
            assert.ok(!failure?.message.includes(SECRET));
          },
        );
      }
      const [unreachable] = await hosted.create('http://127.0.0.1:1').purge(someCopies(1));
      assert.equal(unreachable?.summary, 'The edge could not be reached.');
    });

    it('stops after 429 and passes on Retry-After', async () => {
      const later = new Date(Date.now() + 120_000).toUTCString();
      for (const [retryAfter, atLeast] of [
        ['30', 30_000],
        [later, 110_000],
      ] as const) {
        const answer = () => ({ status: 429, headers: { 'retry-after': retryAfter } });
        await withApi(answer, 1, async (api, edge) => {
          const outcomes = await edge.purge(someCopies(hosted.perCall + 1));
          assert.equal(api.requests.length, 1);
          for (const failure of outcomes) {
            assert.equal(failure?.summary, 'The edge answered 429.');
            assert.ok((failure?.retryAfterMs ?? 0) >= atLeast && (failure?.retryAfterMs ?? 0) <= 120_000);
          }
        });
      }
    });
  });
}

for (const name of ['cloudflare', 'fastly', 'cloudfront']) {
  it(`the edge ${name} does not take an unexpected body for success`, async () => {
    for (const body of ['', 'ok', '<html></html>', '[]', 'null', '{"success":']) {
      await using api = await startEdgeApi(() => ({ status: 200, body }));
      const [failure] = (await HOSTED[name]?.create(api.url).purge(someCopies(1))) ?? [];
      assert.ok(failure, body);
    }
  });
}

it('the edge cloudflare takes the result from the body, not from the status', async () => {
  const body = '{"success":false,"errors":[{"code":1134,"message":"Unable to purge"}],"result":null}';
  await using api = await startEdgeApi(() => ({ status: 200, body }));
  const [failure] = (await HOSTED.cloudflare?.create(api.url).purge(someCopies(1))) ?? [];
  assert.equal(failure?.summary, 'The edge refused to purge.');
  assert.match(failure?.message ?? '', /1134/);
});

it('the edge fastly fails only for the keys missing in the response', async () => {
  const [first, second] = someCopies(2);
  await using api = await startEdgeApi(() => ({ status: 200, body: JSON.stringify({ [first?.tag ?? '']: '1-2-3' }) }));
  const outcomes = await HOSTED.fastly?.create(api.url).purge([first, second] as Parameters<Edge['purge']>[0]);
  assert.deepEqual(
    outcomes?.map((failure) => failure?.summary),
    [undefined, 'The edge left this image out.'],
  );
});

it('the edge cloudfront invalidates every address of an image in signed calls, each with a new caller reference', async () => {
  await using api = await startEdgeApi((request) => HOSTED.cloudfront?.success(request) ?? 'hang');
  const [image] = someCopies(1);
  const edge = HOSTED.cloudfront?.create(api.url);
  await edge?.purge(image ? [image] : []);
  await edge?.purge(image ? [image] : []);
  const [one, two] = api.requests;
  const paths = [...(one?.body ?? '').matchAll(/<Path>([^<]*)<\/Path>/g)].map(([, path = '']) => path);
  assert.deepEqual(
    paths.map((path) => `https://cdn.example${path.replaceAll('&amp;', '&')}`),
    image?.urls,
  );
  assert.match(one?.body ?? '', new RegExp(`<Quantity>${paths.length}</Quantity>`));
  assert.match(
    one?.headers.authorization ?? '',
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/us-east-1\/cloudfront\/aws4_request, SignedHeaders=content-type;host;x-amz-date, Signature=[0-9a-f]{64}$/,
  );
  const reference = (body = '') => /<CallerReference>(.*)<\/CallerReference>/.exec(body)?.[1];
  assert.notEqual(reference(one?.body), reference(two?.body));
});
