import type { FastifyRequest } from 'fastify';
import type { AppError } from '../../core/errors.ts';
import { type Tracing, withinSpan } from '../../lib/tracing.ts';
import type { App } from '../routing/app-type.ts';
import { loggableUrl } from './loggable-url.ts';

export interface TracingDeps {
  /** Undefined where traces are not wanted. */
  tracing: Tracing | undefined;
}

/**
 * Makes a span of each request that reaches the router, as a part of the client's trace where it sends a valid
 * `traceparent`. Call it before other hooks. Answers from memory have no span: they would cost more than the answer.
 */
export function traceRequests(app: App, { tracing }: TracingDeps): void {
  if (tracing === undefined) return;
  app.decorateRequest('span', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    const { method, headers, routeOptions } = request;
    const route = routeOptions.url ?? 'none';
    const span = tracing.start(`${method} ${route}`, {
      kind: 'server',
      parent: headers.traceparent === undefined ? undefined : String(headers.traceparent),
      facts: {
        'http.request.method': method,
        'http.route': route,
        'url.path': loggableUrl(request.raw.url ?? '').split('?')[0],
        'imgd.request_id': request.id,
      },
    });
    request.span = span;
    reply.raw.once('close', () => {
      span.set({ 'http.response.status_code': reply.raw.writableFinished ? reply.statusCode : undefined });
      span.end();
    });
    withinSpan(span, done);
  });
  // A body that was received in between belongs to the connection, which knows no span.
  app.addHook('preHandler', (request, _reply, done) => withinSpan(request.span, done));
}

/** Records a refusal in the span of the request. Only a failure of the service makes the span fail. */
export function traceRefusal({ span }: Pick<FastifyRequest, 'span'>, error: AppError): void {
  if (error.status >= 500) span?.fail(error);
  else span?.set({ 'error.type': error.code });
}
