import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadConfig } from '../../../src/config.ts';
import { tracedLater } from '../../../src/lib/tracing.ts';
import { type OnCollector, openTracing } from '../../../src/telemetry/otlp.ts';
import { startCollector } from '../../support/collector.ts';
import { until } from '../../support/until.ts';

const configOf = (env: Record<string, string>) => loadConfig(env).config.tracing;

/** Tracing that is asked for. */
async function open(env: Record<string, string>, onCollector: OnCollector = () => {}) {
  const tracing = await openTracing(configOf({ OTEL_BSP_SCHEDULE_DELAY: '20', ...env }), '1.2.3', onCollector);
  assert.ok(tracing);
  return tracing;
}

const start = { kind: 'server' } as const;

describe('tracing by OTLP', () => {
  it('is off without its settings, with OTEL_TRACES_EXPORTER=none, and on with otlp or an endpoint', async () => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
    const isOpen = async (env: Record<string, string>) => {
      const tracing = await openTracing(configOf(env), '', () => {});
      await tracing?.close();
      return tracing !== undefined;
    };
    assert.equal(await isOpen({}), false);
    assert.equal(await isOpen({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }), false);
    assert.equal(await isOpen({ OTEL_TRACES_EXPORTER: 'otlp' }), true);
    assert.equal(await isOpen(endpoint), true);
    assert.equal(await isOpen({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:9/x' }), true);
  });

  it('refuses settings that it does not understand, and names them', () => {
    const refused = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318',
      OTEL_EXPORTER_OTLP_HEADERS: 'secret',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      OTEL_TRACES_EXPORTER: 'zipkin',
      OTEL_TRACES_SAMPLER: 'some',
      OTEL_TRACES_SAMPLER_ARG: '2',
    };
    for (const [name, value] of Object.entries(refused)) {
      assert.throws(() => configOf({ [name]: value }), new RegExp(`${name}: must be`));
    }
  });

  it('sends the spans with the name and the version of the service', async () => {
    await using collector = await startCollector();
    const env = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/all`, OTEL_SERVICE_NAME: 'pictures' };
    const tracing = await open(env);
    const span = tracing.start('one', { ...start, facts: { a: 1, b: undefined } });
    span.child('two').end();
    span.end();
    await tracing.close();
    const [one] = collector.named('one');
    assert.ok(one);
    assert.deepEqual(one.attributes, { a: 1 });
    assert.equal(span.traceparent, `00-${one.traceId}-${one.spanId}-01`);
    assert.deepEqual(
      collector.childrenOf(one).map(({ name }) => name),
      ['two'],
    );
    const [request] = collector.requests;
    assert.equal(request?.path, '/all');
    assert.equal(request.resource['service.name'], 'pictures');
    assert.equal(request.resource['service.version'], '1.2.3');
  });

  it('keeps at most 2,048 spans beside those that it sends, at most 512 at once', async () => {
    await using collector = await startCollector();
    const tracing = await open({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    for (let i = 0; i < 10_000; i++) tracing.start('one', start).end();
    await tracing.close();
    assert.ok(
      collector.spans.length >= 512 && collector.spans.length <= 2_048 + 512,
      `${collector.spans.length} spans`,
    );
    assert.ok(collector.requests.every(({ count }) => count <= 512));
  });

  it('follows the decision of the client, and traces the configured share of the others', async () => {
    await using collector = await startCollector();
    const tracing = await open({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0',
    });
    const parent = (flags: string) => `00-${'a'.repeat(32)}-${'b'.repeat(16)}-${flags}`;
    tracing.start('wanted', { ...start, parent: parent('01') }).end();
    const unwanted = tracing.start('unwanted', { ...start, parent: parent('00') });
    assert.ok(unwanted.traceparent.endsWith('-00'));
    unwanted.end();
    tracing.start('alone', start).end();
    await tracing.close();
    assert.deepEqual(
      collector.spans.map(({ name }) => name),
      ['wanted'],
    );
  });

  it('tells once that the collector takes nothing', async () => {
    await using collector = await startCollector(400);
    const told: string[] = [];
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    const tracing = await open(env, (error) => told.push(error === undefined ? 'back' : 'away'));
    for (let i = 1; i <= 3; i++) {
      tracing.start('one', start).end();
      await until(() => collector.spans.length >= i);
    }
    await tracing.close();
    assert.deepEqual(told, ['away']);
  });

  it('records the code of a failed job, and its cause as a link', async () => {
    await using collector = await startCollector();
    const tracing = await open({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    const cause = tracing.start('cause', start);
    const failure = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    const work = () => Promise.reject(failure);
    await assert.rejects(tracedLater(tracing, 'job', [cause.traceparent, undefined], {}, work), failure);
    cause.end();
    await tracing.close();
    const [job] = collector.named('job');
    assert.deepEqual(job?.attributes, { 'error.type': 'ECONNREFUSED' });
    assert.equal(job.status.message, 'away');
    assert.equal(job.links[0]?.traceId, collector.named('cause')[0]?.traceId);
  });
});
