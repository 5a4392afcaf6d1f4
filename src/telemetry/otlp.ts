import type { Attributes, Span as OtelSpan, SpanContext } from '@opentelemetry/api';
import type { ReadableSpan, Sampler, SpanExporter } from '@opentelemetry/sdk-trace';
import type { ValuesOf } from '../lib/env.ts';
import { anyText, httpUrl, integer, list, oneOf } from '../lib/setting-parsers.ts';
import type { Span, SpanFacts, Tracing } from '../lib/tracing.ts';

/** Spans that wait for the collector. Further ones are dropped. */
const MAX_QUEUED_SPANS = 2_048;
const MAX_BATCH_SPANS = 512;
const MAX_LINKS = 128;
const CLOSE_MS = 1_000;
const DEFAULT_COLLECTOR = 'http://localhost:4318';
const INVALID = /^0+$/;

/** The standard variables of OpenTelemetry. The exporter reads its time-out, compression and certificates itself. */
export const tracingSettings = {
  exporter: {
    name: 'OTEL_TRACES_EXPORTER',
    default: undefined,
    parse: oneOf('otlp', 'none'),
    meaning: 'Where traces go: `otlp` to a collector, `none`. Default: `otlp` where an endpoint is set.',
  },
  endpoint: {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    default: undefined,
    parse: httpUrl,
    meaning: `Address of the collector (OTLP over HTTP), without \`/v1/traces\`. With the exporter alone it is ${DEFAULT_COLLECTOR}.`,
  },
  tracesEndpoint: {
    name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    default: undefined,
    parse: httpUrl,
    meaning: 'Whole address for traces, in place of the one above.',
  },
  headers: {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    default: undefined,
    parse: headerFields,
    meaning:
      'Header fields of requests to the collector, `name=value`, separated by commas; values are percent-encoded.',
    secret: true,
  },
  protocol: {
    name: 'OTEL_EXPORTER_OTLP_PROTOCOL',
    default: 'http/json',
    parse: oneOf('http/json'),
    meaning: 'The encoding of traces; the only one is `http/json`.',
  },
  serviceName: {
    name: 'OTEL_SERVICE_NAME',
    default: 'imgd',
    parse: anyText,
    meaning: 'Name of the service in traces.',
  },
  sampler: {
    name: 'OTEL_TRACES_SAMPLER',
    default: 'parentbased_always_on',
    parse: oneOf('always_on', 'always_off', 'traceidratio', 'parentbased_always_on', 'parentbased_traceidratio'),
    meaning: 'Which requests are traced. `parentbased_…` follows the `traceparent` of the client where there is one.',
  },
  samplerShare: {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    default: '1',
    parse: share,
    meaning: 'Share of requests that `traceidratio` traces, from 0 to 1.',
  },
  batchDelayMs: {
    name: 'OTEL_BSP_SCHEDULE_DELAY',
    default: '5000',
    parse: integer(10, 600_000),
    meaning: 'Milliseconds between two batches of spans.',
  },
};

export type TracingConfig = ValuesOf<typeof tracingSettings>;

/** Reports when the collector stops taking spans, and when it takes them again. */
export type OnCollector = (error: Error | undefined) => void;

/**
 * Opens tracing by OpenTelemetry (OTLP over HTTP). Its packages are loaded only where the settings ask for it.
 * @returns undefined where they do not
 */
export async function openTracing(
  config: TracingConfig,
  version: string,
  onCollector: OnCollector,
): Promise<Tracing | undefined> {
  const { endpoint, tracesEndpoint, exporter = (endpoint ?? tracesEndpoint) ? 'otlp' : 'none' } = config;
  if (exporter === 'none') return undefined;
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const url = tracesEndpoint ?? `${endpoint ?? DEFAULT_COLLECTOR}/v1/traces`;
  const sent = watched(new OTLPTraceExporter({ url, ...(config.headers && { headers: config.headers }) }), onCollector);
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': config.serviceName, 'service.version': version }),
    sampler: samplerOf(sdk, config),
    spanLimits: { linkCountLimit: MAX_LINKS },
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: sent,
        maxQueueSize: MAX_QUEUED_SPANS,
        maxExportBatchSize: MAX_BATCH_SPANS,
        scheduledDelayMillis: config.batchDelayMs,
      }),
    ],
  });
  const tracer = provider.getTracer('imgd', version);

  function wrap(span: OtelSpan): Span {
    const { traceId, spanId, traceFlags } = span.spanContext();
    return {
      traceparent: `00-${traceId}-${spanId}-0${traceFlags & 1}`,
      child: (name, facts = {}) =>
        wrap(tracer.startSpan(name, { attributes: given(facts) }, api.trace.setSpan(api.ROOT_CONTEXT, span))),
      set: (facts) => void span.setAttributes(given(facts)),
      fail(error) {
        const { code, message } = describe(error);
        span.setAttribute('error.type', code);
        span.setStatus({ code: api.SpanStatusCode.ERROR, message });
      },
      end: () => span.end(),
    };
  }

  return {
    start(name, { kind, parent, links = [], facts = {} }) {
      const remote = contextOf(parent);
      const options = {
        kind: kind === 'server' ? api.SpanKind.SERVER : api.SpanKind.CONSUMER,
        attributes: given(facts),
        links: links.flatMap((link) => contextOf(link) ?? []).map((context) => ({ context })),
      };
      const root = api.ROOT_CONTEXT;
      return wrap(tracer.startSpan(name, options, remote ? api.trace.setSpanContext(root, remote) : root));
    },
    async close() {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, CLOSE_MS);
      await Promise.race([provider.shutdown().catch(() => {}), promise]);
      clearTimeout(timer);
    },
  };
}

/** Tells of changes only: a collector that is away for a day is one line of the log. */
function watched(exporter: SpanExporter, onCollector: OnCollector): SpanExporter {
  let isAway = false;
  return {
    export(spans: ReadableSpan[], done) {
      exporter.export(spans, (result) => {
        const error = result.code === 0 ? undefined : (result.error ?? new Error('refused'));
        if (isAway !== (error !== undefined)) onCollector(error);
        isAway = error !== undefined;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}

type Sdk = typeof import('@opentelemetry/sdk-trace');

function samplerOf(sdk: Sdk, { sampler, samplerShare }: TracingConfig): Sampler {
  const name = sampler.replace('parentbased_', '');
  const root =
    name === 'always_on'
      ? new sdk.AlwaysOnSampler()
      : name === 'always_off'
        ? new sdk.AlwaysOffSampler()
        : new sdk.TraceIdRatioBasedSampler(samplerShare);
  return sampler.startsWith('parentbased_') ? new sdk.ParentBasedSampler({ root }) : root;
}

/** The span that a `traceparent` field names (W3C Trace Context, section 3.2); undefined where it is not valid. */
function contextOf(traceparent: string | undefined): SpanContext | undefined {
  const [, version, traceId = '', spanId = '', flags = ''] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/.exec(traceparent ?? '') ?? [];
  if (version === undefined || version === 'ff' || INVALID.test(traceId) || INVALID.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}

const given = (facts: SpanFacts): Attributes =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));

/** An error of the API has a code, and a cause that says more than its message. */
function describe(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: '_OTHER', message: String(error) };
  const { code, cause } = error as Error & { code?: unknown };
  return {
    code: typeof code === 'string' ? code : error.name,
    message: (cause instanceof Error ? cause : error).message,
  };
}

/** `a=b,c=d`, as baggage is written (W3C Baggage): values are percent-encoded. */
function headerFields(text: string): Record<string, string> {
  return Object.fromEntries(
    list(text).map((field) => {
      const [, name, value] = /^([^=\s]+)\s*=\s*(.*)$/.exec(field) ?? [];
      if (name === undefined || value === undefined) throw new Error('must be name=value, separated by commas');
      return [name, decodeURIComponent(value)];
    }),
  );
}

function share(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1)) throw new Error('must be a number from 0 to 1');
  return value;
}
