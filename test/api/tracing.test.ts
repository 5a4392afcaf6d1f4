import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, describe, it } from 'node:test';
import type { IssuedWebhook } from '../../src/api/webhooks.ts';
import { assertRefused, NEEDS_INSPECTION, upload, uploaded } from '../support/api.ts';
import { type Collector, type SentSpan, startCollector } from '../support/collector.ts';
import { startEdgeApi } from '../support/edge-api.ts';
import { accountOf, bearer, send, smallPng } from '../support/requests.ts';
import { dataOf } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { until } from '../support/until.ts';
import { startReceiver } from '../support/webhook-receiver.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const TRACEPARENT = `00-${TRACE}-${PARENT}-01`;
const UPLOAD = 'POST /api/v1/upload';

const { cache } = createRequire(import.meta.url);
/** Without the interfaces, which the library of the metrics loads. */
const SDK = /\/@opentelemetry\/(?!api\/)/;
const loadedModules = () => Object.keys(cache).filter((path) => SDK.test(path)).length;

/** @param env further settings */
const tracedApp = (collector: Pick<Collector, 'url'>, env: Record<string, string> = {}) =>
  startApp({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '50', ...env } });

describe('tracing', { skip: NEEDS_INSPECTION }, () => {
  let collector: Collector;
  let app: TestApp;
  let shade = 0;
  const picture = () => smallPng(shade++);
  /** The span of the request with a trace of its own. */
  const spanOf = (traceId: string, name = UPLOAD): Promise<SentSpan> =>
    until(() => collector.named(name).find((span) => span.traceId === traceId));
  const newTrace = () => {
    const traceId = `${(++shade).toString(16).padStart(4, '0')}${TRACE.slice(4)}`;
    return { traceId, headers: { traceparent: `00-${traceId}-${PARENT}-01` } };
  };

  before(async () => {
    await using plain = await startApp();
    await uploaded(upload(plain, await picture()));
    assert.equal(loadedModules(), 0, 'without its settings nothing of the SDK is loaded');
    collector = await startCollector();
    const env = { IMGD_WEBHOOKS_ALLOW_PRIVATE: '1', OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=a%20b' };
    app = await tracedApp(collector, env);
    assert.ok(loadedModules() > 10, 'with them they are');
  });
  after(async () => {
    await app[Symbol.asyncDispose]();
    await collector[Symbol.asyncDispose]();
  });

  it('shows an upload as a tree of spans in the trace of the client', async () => {
    const response = await upload(app, await picture(), {}, { traceparent: TRACEPARENT, 'x-request-id': 'traced-1' });
    const { id } = await uploaded(response);
    const root = await spanOf(TRACE);
    assert.equal(root.parentSpanId, PARENT);
    assert.equal(root.kind, 2, 'a server span');
    const { attributes } = root;
    assert.equal(attributes['http.route'], '/api/v1/upload');
    assert.equal(attributes['http.response.status_code'], 200);
    assert.equal(attributes['imgd.request_id'], 'traced-1');
    const steps = collector.childrenOf(root);
    assert.deepEqual(
      steps.map(({ name }) => name),
      ['receive file', 'process file', 'screen image', 'store blobs', 'commit'],
    );
    const [, processed, , , commit] = steps as [SentSpan, SentSpan, SentSpan, SentSpan, SentSpan];
    const inside = collector.childrenOf(processed);
    assert.deepEqual(
      inside.map(({ name }) => name),
      ['wait for decoder', 'decode'],
    );
    const decode = inside[1] as SentSpan;
    assert.ok(decode.endMs > decode.startMs, 'the time of the decoder');
    assert.equal(processed.attributes['imgd.format'], 'PNG');
    assert.equal(commit.attributes['imgd.image_id'], id);
    const all = collector.spans.filter(({ traceId }) => traceId === TRACE);
    assert.ok(
      all.every(({ startMs, endMs, status }) => startMs >= root.startMs && endMs <= root.endMs && status.code !== 2),
    );
    assert.deepEqual(collector.requests[0]?.resource['service.name'], 'imgd');
    assert.equal(collector.requests[0]?.path, '/v1/traces');
    assert.equal(collector.requests[0]?.headers['x-tenant'], 'a b');
  });

  it('begins a trace of its own without a valid traceparent', async () => {
    for (const traceparent of ['', 'nonsense', `ff-${TRACE}-${PARENT}-01`, `00-${'0'.repeat(32)}-${PARENT}-01`]) {
      const id = `own-${shade}`;
      await uploaded(upload(app, await picture(), {}, { traceparent, 'x-request-id': id }));
      const root = await until(() => collector.named(UPLOAD).find((span) => span.attributes['imgd.request_id'] === id));
      assert.equal(root.parentSpanId, undefined, traceparent);
      assert.notEqual(root.traceId, TRACE);
    }
  });

  it('names the code of a refused picture, and why the decoder refused it', async () => {
    const { traceId, headers } = newTrace();
    const broken = (await picture()).subarray(0, 60);
    await assertRefused(upload(app, broken, {}, headers), 400, 'INVALID_IMAGE');
    const root = await spanOf(traceId);
    assert.equal(root.attributes['error.type'], 'INVALID_IMAGE');
    assert.notEqual(root.status.code, 2, 'the service has not failed');
    const decode = collector.named('decode').find((span) => span.traceId === traceId);
    assert.equal(decode?.attributes['error.type'], 'INVALID_IMAGE');
    assert.equal(decode?.status.code, 2);
    assert.match(decode?.status.message ?? '', /\w+ \w+/, 'in the words of the decoder');
  });

  it('links the delivery of a webhook to the upload, of which the message says nothing', async () => {
    await using receiver = await startReceiver();
    const { key } = await accountOf(app, {});
    await dataOf<IssuedWebhook>(send(app, '/webhooks', { url: receiver.url, events: ['*'] }, key));
    const { traceId, headers } = newTrace();
    const { id } = await uploaded(upload(app, await picture(), {}, { ...headers, ...bearer(key) }));
    const message = await receiver.got(({ data }) => data.id === id);
    assert.ok(!message.raw.includes(traceId));
    const delivery = await until(() => collector.named('deliver webhook').find((span) => linksTo(span, traceId)));
    assert.equal(delivery.kind, 5, 'a consumer span');
    assert.equal(delivery.attributes['imgd.event'], 'image.uploaded');
    assert.notEqual(delivery.traceId, traceId);
  });

  it('links the purge of a deleted image to the request that deleted it', async () => {
    await using edge = await startEdgeApi();
    const env = {
      IMGD_EDGE: 'webhook',
      IMGD_EDGE_URL: edge.url,
      IMGD_EDGE_TOKEN: `whsec_${Buffer.alloc(32).toString('base64')}`,
    };
    await using purged = await tracedApp(collector, env);
    const { key } = await accountOf(purged, {});
    const { id } = await uploaded(upload(purged, await picture(), {}, bearer(key)));
    const { traceId, headers } = newTrace();
    // The router receives the body of this request before its handler runs.
    const response = await fetch(`${purged.url}/api/v1/images/delete`, {
      method: 'POST',
      headers: { ...headers, ...bearer(key), 'content-type': 'application/json' },
      body: JSON.stringify({ ids: [id] }),
    });
    assert.equal(response.status, 200);
    const purge = await until(() => collector.named('job purge-edge').find((span) => linksTo(span, traceId)));
    const request = await spanOf(traceId, 'POST /api/v1/images/delete');
    assert.equal(purge.links[0]?.spanId, request.spanId);
    assert.ok(edge.requests.length > 0);
  });

  it('makes no spans of jobs without a cause', async () => {
    await app.service.jobs.runDue();
    const { traceId, headers } = newTrace();
    await uploaded(upload(app, await picture(), {}, headers));
    await spanOf(traceId);
    const ofJobs = collector.spans.filter(({ name }) => name.startsWith('job ')).map(({ name }) => name);
    assert.deepEqual([...new Set(ofJobs)], ['job purge-edge']);
  });

  for (const [how, status] of [
    ['is away', undefined],
    ['hangs', 'hang'],
    ['refuses', 503],
  ] as const) {
    it(`neither fails nor delays an upload while the collector ${how}`, async () => {
      await using silent = await startCollector(status ?? 200);
      if (status === undefined) await silent[Symbol.asyncDispose]();
      const alone = await tracedApp(silent);
      for (let i = 0; i < 5; i++) await uploaded(upload(alone, await picture()));
      const began = performance.now();
      await uploaded(upload(alone, await picture()));
      const uploadMs = performance.now() - began;
      await alone[Symbol.asyncDispose]();
      assert.ok(uploadMs < 2_000, `${uploadMs} ms`);
      assert.ok(performance.now() - began < 10_000, 'the service ends without the collector');
    });
  }
});

const linksTo = ({ links }: SentSpan, traceId: string) => links.some((link) => link.traceId === traceId);
