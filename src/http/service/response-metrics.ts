import { Histogram, type Registry } from 'prom-client';
import type { ObserveAnswer } from '../protocol/request-record.ts';
import { type DefineMetric, SECONDS } from './define-metric.ts';

interface ResponseFigures {
  /** By status. */
  responses: number[];
  bytes: number;
}

/** Counts answers: durations by route, numbers and bytes by group of routes, which stay few. */
export function defineResponses(register: Registry, define: DefineMetric): ObserveAnswer {
  const durations = new Histogram({
    name: 'imgd_request_duration_seconds',
    help: 'Time to answer, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [register],
  });
  const groups = new Map<string, ResponseFigures>();
  const byRoute = new Map<string, ResponseFigures>();
  const figuresOf = (route: string) => {
    const name = groupOf(route);
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
    durations.observe({ method, route, status: String(status) }, seconds);
    const figures = byRoute.get(route) ?? figuresOf(route);
    figures.responses[status] = (figures.responses[status] ?? 0) + 1;
    figures.bytes += bytesSent;
  };
}

/** @param route the pattern of a route; `none` where none matched */
function groupOf(route: string): string {
  if (/^\/[itv]\//.test(route)) return 'delivery';
  if (/^\/(livez|readyz|metrics|api\/v1\/health)$/.test(route)) return 'probes';
  if (/^\/(api\/v1\/uploads?|for)(\/|$)/.test(route)) return 'upload';
  if (route.startsWith('/api/')) return 'api';
  return route === 'none' ? 'none' : 'pages';
}
