import { Histogram, type Registry } from 'prom-client';
import type { ObserveAnswer } from '../protocol/request-record.ts';
import { routeGroupOf } from '../protocol/route-group.ts';
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
    durations.observe({ method, route: route ?? 'none', status: String(status) }, seconds);
    const figures = byRoute.get(route) ?? figuresOf(route);
    figures.responses[status] = (figures.responses[status] ?? 0) + 1;
    figures.bytes += bytesSent;
  };
}
