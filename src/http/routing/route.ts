import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static, type TNever, type TSchema, type TUnknown } from 'typebox';
import { ErrorResponse } from '../../api/envelope.ts';
import { type Access, type CallerOf, securityOf } from './access.ts';
import type { App } from './app-type.ts';

/** The declaration of an endpoint, for the router, the checks before the handler and the API description. */
interface Endpoint<
  A extends Access,
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
  Answer extends TSchema,
> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below /api/v1; parameters as `:name`. */
  path: string;
  operationId: string;
  summary: string;
  description?: string;
  tag: 'Images' | 'Albums' | 'Accounts' | 'Keys' | 'Limits' | 'Administration' | 'Service';
  access: A;
  /** false = does not count against the hourly limit. */
  counted?: false;
  params?: Params;
  query?: Query;
  /** JSON body; an optional schema may be sent without a body, which counts as `{}`. */
  body?: Body;
  /** Body of status 200. */
  answer?: Answer;
  /** Other successful responses by status. */
  answers?: Readonly<Record<number, unknown>>;
  /** Multipart form of an upload; the handler parses it. */
  form?: TSchema;
  ignoresCookie?: true;
  page?: 'for-browsers';
  /** A further check before the body is received. */
  onRequest?(request: FastifyRequest): Promise<void>;
  handler(
    request: FastifyRequest<{ Params: Static<Params>; Querystring: Static<Query>; Body: Static<Body> }> & {
      caller: CallerOf<A>;
    },
    reply: FastifyReply,
  ): Promise<Static<Answer> | ErrorResponse | FastifyReply>;
}

/**
 * Adds an endpoint to the API. Checks run in this order: credential, hourly limit, scope (`guards/auth.ts`), then
 * parameters, query and body; the handler runs last.
 */
export function route<
  const A extends Access,
  Params extends TSchema = TUnknown,
  Query extends TSchema = TUnknown,
  Body extends TSchema = TUnknown,
  Answer extends TSchema = TNever,
>(api: App, endpoint: Endpoint<A, Params, Query, Body, Answer>): void {
  const {
    access,
    counted = true,
    ignoresCookie,
    page,
    form,
    onRequest,
    params,
    query,
    body,
    answer,
    answers,
  } = endpoint;
  const description = [counted ? '' : 'Does not count as a request.', endpoint.description ?? ''].join(' ').trim();
  api.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: {
      operationId: endpoint.operationId,
      summary: endpoint.summary,
      ...(description !== '' && { description }),
      tags: [endpoint.tag],
      security: securityOf(access),
      ...(form && { consumes: ['multipart/form-data'] }),
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      response: { ...(answer && { 200: answer }), ...answers, '4xx': ErrorResponse, '5xx': ErrorResponse },
    },
    config: { access, counted, ...(ignoresCookie && { ignoresCookie }), ...(page && { page }), ...(form && { form }) },
    ...(onRequest && { onRequest }),
    ...(Type.IsOptional(body) && {
      preValidation: async (request: FastifyRequest) => {
        request.body ??= {};
      },
    }),
    // The schemas validate the request, and the hook of guards/auth.ts narrows the caller.
    handler: (request, reply) => endpoint.handler(request as never, reply) as never,
  });
}
