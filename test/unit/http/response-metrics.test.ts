import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Histogram, Registry } from 'prom-client';
import { createDefine, SECONDS } from '../../../src/http/service/define-metric.ts';
import { defineResponses } from '../../../src/http/service/response-metrics.ts';

it('durations have the text of a histogram of prom-client', async () => {
  const [ours, theirs] = [new Registry(), new Registry()];
  const observe = defineResponses(ours, createDefine(ours));
  const histogram = new Histogram({
    name: 'imgd_request_duration_seconds',
    help: 'Time to answer, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [theirs],
  });
  const textOf = (register: Registry) => register.getSingleMetricAsString('imgd_request_duration_seconds');
  assert.equal(await textOf(ours), await textOf(theirs), 'without an answer');
  for (const [method, route, status] of [
    ['GET', '/i/:file', 200],
    ['HEAD', '/i/:file', 200],
    ['GET', '/i/:file', 304],
    ['GET', undefined, 404],
  ] as const) {
    for (const seconds of [0, 0.001, 0.0011, 0.3, 30, 31, 0.00001]) {
      observe({ method, route, status }, seconds, 100);
      histogram.observe({ method, route: route ?? 'none', status: String(status) }, seconds);
    }
  }
  const sorted = (text: string) => text.split('\n').sort();
  assert.deepEqual(sorted(await textOf(ours)), sorted(await textOf(theirs)));
});
