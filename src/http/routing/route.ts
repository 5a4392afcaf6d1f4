import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static, type TNever, type TSchema, type TUnknown } from 'typebox';
import type { ErrorResponse } from '../../api/envelope.ts';
import { isAllowedWhileWaiting } from '../../core/caller.ts';
import { ERRORS, type ErrorCode } from '../../core/errors.ts';
import type { Scope } from '../../core/scopes.ts';
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
  method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE';
  /** Below /api/v1; parameters as `:name`. */
  path: string;
  operationId: string;
  summary: string;
  description?: string;
  tag: 'Images' | 'Albums' | 'Accounts' | 'Keys' | 'Webhooks' | 'Limits' | 'Administration' | 'Service';
  access: A;
  /** false = does not count against the hourly limit; 'auth' = counts in the window `auth` of the address instead. */
  counted?: false | 'auth';
  params?: Params;
  query?: Query;
  /** JSON body; an optional schema may be sent without a body, which counts as `{}`. Without a schema any body is ignored. */
  body?: Body;
  /** Body of status 200. */
  answer?: Answer;
  /** Other successful responses by status. */
  answers?: Readonly<Record<number, unknown>>;
  /** Multipart form of an upload; the handler parses it. */
  form?: TSchema;
  /** Whether an upload ticket may call it, see `FastifyContextConfig`. */
  ticketUse?: 'upload' | 'follow-up';
  /** Media type of a body that the handler reads as bytes. */
  bytes?: string;
  /** Header fields of requests, for the API description: the handler checks them. */
  headers?: TSchema;
  /** Errors of its own action; those of the credential, the limits and the request follow from the other members. */
  errors?: readonly ErrorCode[];
  /** A retry with the same Idempotency-Key gets the answer of the handler to the earlier request (`guards/idempotency.ts`). */
  isIdempotent?: true;
  ignoresCookie?: true;
  /** A client that prefers text/plain gets the link as text; the handler answers it. */
  asText?: true;
  page?: 'for-browsers';
  /** A further check before the body is received. */
  onRequest?(request: FastifyRequest): Promise<void>;
  /** A further check of the valid request. It judges and counts retries, too. */
  preHandler?(request: EndpointRequest<A, Params, Query, Body>, reply: FastifyReply): Promise<void>;
  /** What surrounds the handler, or in its place the answer of an earlier request. What it adds to the answer is not recorded. */
  around?(
    request: EndpointRequest<A, Params, Query, Body>,
    reply: FastifyReply,
    answer: () => Promise<Static<Answer> | ErrorResponse>,
  ): Promise<Static<Answer> | ErrorResponse | FastifyReply>;
  handler(
    request: EndpointRequest<A, Params, Query, Body>,
    reply: FastifyReply,
  ): Promise<Static<Answer> | ErrorResponse | FastifyReply>;
}

type EndpointRequest<
  A extends Access,
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
> = FastifyRequest<{ Params: Static<Params>; Querystring: Static<Query>; Body: Static<Body> }> & {
  caller: CallerOf<A>;
};

const COUNTING: Readonly<Record<string, string>> = {
  false: 'Does not count as a request.',
  auth: 'Counts in the window `auth` of the address, not in the hourly limit.',
};

const AS_TEXT = 'With `Accept: text/plain` the answer is the direct link, or the message of the error, as text.';

/**
 * Adds an endpoint to the API. Checks run in this order: credential, hourly limit, scope (`guards/auth.ts`), then
 * parameters, query and body, then `preHandler`; the handler runs last.
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
    isIdempotent = false,
    ignoresCookie,
    page,
    form,
    bytes,
    ticketUse,
    headers,
    onRequest,
    preHandler,
    around,
    params,
    query,
    body,
    answer,
    answers,
  } = endpoint;
  type Request = EndpointRequest<A, Params, Query, Body>;
  const handle = (request: Request, reply: FastifyReply) => {
    const once = () => endpoint.handler(request, reply) as Promise<Static<Answer> & object>;
    const answered = () => (isIdempotent ? api.idempotently(request, reply, once) : once());
    return around === undefined ? answered() : around(request, reply, answered);
  };
  const text = endpoint.asText ? AS_TEXT : '';
  const description = [COUNTING[String(counted)] ?? '', endpoint.description ?? '', text].join(' ').trim();
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
      ...(bytes !== undefined && { consumes: [bytes] }),
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      response: { ...(answer && { 200: answer }), ...answers },
    },
    config: {
      access,
      counted,
      errors: declaredErrors({
        access,
        counted,
        hasJsonBody: body !== undefined,
        hasForm: form !== undefined,
        isUpload: form !== undefined || bytes !== undefined,
        isFollowUp: ticketUse === 'follow-up',
        hasInput: query !== undefined || body !== undefined,
        hasCursor: query !== undefined && 'cursor' in ((query as { properties?: object }).properties ?? {}),
        isIdempotent,
        own: endpoint.errors ?? [],
      }),
      isIdempotent,
      isConditional: answers?.[304] !== undefined,
      ...(ignoresCookie && { ignoresCookie }),
      ...(endpoint.asText && { asText: true }),
      ...(page && { page }),
      ...(form && { form }),
      ...(bytes !== undefined && { takesBytes: true }),
      ...(ticketUse && { ticketUse }),
      ...(headers && { headers }),
      ...(body && { body: Type.IsOptional(body) ? 'optional' : 'required' }),
    },
    ...(onRequest && { onRequest }),
    ...(Type.IsOptional(body) && {
      preValidation: async (request: FastifyRequest) => {
        request.body ??= {};
      },
    }),
    // The schemas validate the request, and the hook of guards/auth.ts narrows the caller.
    ...(preHandler && { preHandler: (request, reply) => preHandler(request as never, reply) }),
    handler: (request, reply) => handle(request as never, reply) as never,
  });
}

/** What the possible errors of an endpoint follow from. */
interface ErrorSources {
  access: Access;
  counted: boolean | 'auth';
  hasJsonBody: boolean;
  hasForm: boolean;
  /** Of a form or of bytes. */
  isUpload: boolean;
  /** Of an upload that has begun. */
  isFollowUp: boolean;
  /** Path parameters, query or body that are validated. */
  hasInput: boolean;
  hasCursor: boolean;
  isIdempotent: boolean;
  /** Errors of its own action. */
  own: readonly ErrorCode[];
}

/** Errors of HTTP itself, which any request to any path may get. The API description names them once. */
export const PROTOCOL_ERRORS: readonly ErrorCode[] = [
  'INVALID_REQUEST',
  'ENDPOINT_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'REQUEST_TIMEOUT',
  'URI_TOO_LONG',
  'HEADERS_TOO_LARGE',
];

const FORM_ERRORS: readonly ErrorCode[] = [
  'INVALID_CONTENT_TYPE',
  'INVALID_MULTIPART',
  'INVALID_JSON',
  'REQUEST_TOO_LARGE',
  'UNSUPPORTED_CONTENT_ENCODING',
];
const JSON_ERRORS: readonly ErrorCode[] = [
  'INVALID_CONTENT_TYPE',
  'INVALID_JSON',
  'REQUEST_TOO_LARGE',
  'UNSUPPORTED_CONTENT_ENCODING',
];
const IDEMPOTENCY_ERRORS: readonly ErrorCode[] = [
  'INVALID_IDEMPOTENCY_KEY',
  'IDEMPOTENCY_IN_PROGRESS',
  'IDEMPOTENCY_KEY_REUSED',
];

function scopeOf(access: Exclude<Access, 'public' | 'any' | 'image-owner'>): Scope {
  if (typeof access === 'string') return access;
  return 'sessionWith' in access ? access.sessionWith : access.anonymousOr;
}

/**
 * Every error code that an endpoint may answer, in the order of `ERRORS`, without `PROTOCOL_ERRORS`. A test compares it
 * with the answers of all other tests.
 */
function declaredErrors(sources: ErrorSources): ErrorCode[] {
  const { access, counted, hasJsonBody, hasForm, isUpload, isFollowUp, hasInput, hasCursor, isIdempotent, own } =
    sources;
  const isPublic = access === 'public' || access === 'any';
  const takesAnonymous = isPublic || (typeof access === 'object' && 'anonymousOr' in access);
  const codes = new Set<ErrorCode>([
    // A credential is checked even where none is needed.
    ...(['INVALID_API_KEY', 'INVALID_TICKET', 'ACCOUNT_SUSPENDED', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'] as const),
    // Upload tickets permit uploads only.
    'FORBIDDEN',
    ...(hasForm ? (['TICKET_USED_UP'] as const) : []),
    // A body that the endpoint does not want is discarded up to a limit.
    'REQUEST_TOO_LARGE',
    ...(takesAnonymous ? [] : (['MISSING_API_KEY'] as const)),
    ...(isPublic || access === 'image-owner' ? [] : (['INSUFFICIENT_SCOPE'] as const)),
    ...(isPublic || access === 'image-owner' || isAllowedWhileWaiting(scopeOf(access))
      ? []
      : (['ACCOUNT_WAITING'] as const)),
    ...(access === 'admin' ? (['SECOND_FACTOR_MISSING'] as const) : []),
    // A wrong credential counts at every endpoint but those with a window of their own.
    ...(counted === 'auth' ? (['TOO_MANY_ATTEMPTS'] as const) : (['RATE_LIMIT_EXCEEDED'] as const)),
    ...(isUpload || counted === 'auth' ? (['NETWORK_BLOCKED'] as const) : []),
    ...(isUpload ? (['ANONYMOUS_UPLOADS_OFF', 'STORAGE_FULL'] as const) : []),
    ...(isUpload && !isFollowUp ? (['CHALLENGE_REQUIRED', 'CHALLENGE_FAILED'] as const) : []),
    ...(hasForm ? FORM_ERRORS : []),
    ...(hasJsonBody ? JSON_ERRORS : []),
    ...(hasInput ? (['INVALID_PARAMETER'] as const) : []),
    ...(hasCursor ? (['INVALID_CURSOR'] as const) : []),
    ...(isIdempotent ? IDEMPOTENCY_ERRORS : []),
    ...own,
  ]);
  return (Object.keys(ERRORS) as ErrorCode[]).filter((code) => codes.has(code));
}
