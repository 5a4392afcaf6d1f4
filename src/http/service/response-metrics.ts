import type { Metric, Registry } from 'prom-client';
import type { ObserveAnswer } from '../protocol/request-record.ts';
import { routeGroupOf } from '../protocol/route-group.ts';
import { type DefineMetric, SECONDS } from './define-metric.ts';

interface ResponseFigures {
  /** By status. */
  responses: number[];
  bytes: number;
}

/** Durations of answers with the same labels. */
interface Durations {
  labels: { method: string; route: string; status: string };
  /** Answers by the first bucket that holds them; the last one has no bound. */
  counts: number[];
  sum: number;
}

/** Counts answers: durations by route, numbers and bytes by group of routes, which stay few. */
export function defineResponses(register: Registry, define: DefineMetric): ObserveAnswer {
  const observeDuration = defineDurations(register);
  const groups = new Map<string, ResponseFigures>();
  const byRoute = new Map<string | undefined, ResponseFigures>();
  const figuresOf = (route: string | undefined) => {
    const name = routeGroupOf(route);
    const figures = groups.get(name) ?? { responses: [], bytes: 0 };
    groups.set(name, figures);
    byRoute.set(route, figures);
    return figures;
  };
  define.counter(
    'imgd_responses_total',
    'Answers by group of routes; 499: ended by the client before an answer.',
    ['route_group', 'status'],
    (set) => {
      for (const [route_group, { responses }] of groups) {
        for (const [status, count] of Object.entries(responses)) set(count, { route_group, status });
      }
    },
  );
  define.counter(
    'imgd_response_bytes_total',
    'Bytes of answers with their header fields, by group of routes.',
    ['route_group'],
    (set) => {
      for (const [route_group, { bytes }] of groups) set(bytes, { route_group });
    },
  );
  return ({ method, route, status }, seconds, bytesSent) => {
    observeDuration(method, route ?? 'none', status, seconds);
    const figures = byRoute.get(route) ?? figuresOf(route);
    figures.responses[status] = (figures.responses[status] ?? 0) + 1;
    figures.bytes += bytesSent;
  };
}

/**
 * The histogram of durations. prom-client's own takes 2 µs for each value, which is a sixth of an answer from memory: it
 * joins the labels to a text and looks that up.
 */
function defineDurations(register: Registry) {
  const name = 'imgd_request_duration_seconds';
  const series: Durations[] = [];
  const known = new Map<string, Map<string, Durations[]>>();
  const facts = { name, help: 'Time to answer, by route and status.', type: 'histogram', aggregator: 'sum' };
  const histogram = {
    ...facts,
    get: async () => ({ ...facts, values: series.flatMap((one) => valuesOf(name, one)) }),
  };
  register.registerMetric(histogram as unknown as Metric);

  function durationsOf(method: string, route: string, status: number): Durations {
    const byMethod = known.get(route) ?? new Map<string, Durations[]>();
    const byStatus = byMethod.get(method) ?? [];
    known.set(route, byMethod.set(method, byStatus));
    const made = {
      labels: { method, route, status: String(status) },
      counts: Array(SECONDS.length + 1).fill(0),
      sum: 0,
    };
    byStatus[status] = made;
    series.push(made);
    return made;
  }

  return (method: string, route: string, status: number, seconds: number): void => {
    const durations = known.get(route)?.get(method)?.[status] ?? durationsOf(method, route, status);
    let bucket = 0;
    while (bucket < SECONDS.length && seconds > (SECONDS[bucket] as number)) bucket++;
    durations.counts[bucket] = (durations.counts[bucket] ?? 0) + 1;
    durations.sum += seconds;
  };
}

/** The figures of a series as Prometheus wants them: each bucket holds those before it. */
function valuesOf(name: string, { labels, counts, sum }: Durations) {
  let count = 0;
  const buckets = counts.map((more, index) => {
    count += more;
    return { metricName: `${name}_bucket`, labels: { le: SECONDS[index] ?? '+Inf', ...labels }, value: count };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
