import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { Caller } from '../../core/caller.ts';
import type { ErrorCode } from '../../core/errors.ts';
import type { DoorRoute } from '../../doors/door.ts';
import type { UploadSlot } from '../../lib/load-shedding.ts';
import type { Span } from '../../lib/tracing.ts';
import type { Access } from './access.ts';

/** The application, with request types derived from TypeBox schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before any handler under /api/v1 runs. */
    caller: Caller;
    /** The token of the session whose cookie identified the caller. */
    csrfSource: string | undefined;
    /** Set for accepted uploads. */
    uploadSlot: UploadSlot | undefined;
    /** Set where requests are traced. */
    span: Span | undefined;
  }
  interface FastifySchema {
    /** Left out of the API description. */
    hide?: boolean;
    summary?: string;
    description?: string;
    tags?: string[];
    consumes?: string[];
    security?: Record<string, string[]>[];
    operationId?: string;
  }
  interface FastifyContextConfig {
    /** Who may call an endpoint of the API. */
    access?: Access;
    /** The errors that the endpoint may answer, without those of HTTP itself. */
    errors?: readonly ErrorCode[];
    /** True where a retry with the same Idempotency-Key has its effect once. */
    isIdempotent?: boolean;
    /** True where the answer has an ETag. */
    isConditional?: boolean;
    /** False for requests to the API that do not count against the hourly limit; `auth` for those of a window of their own. */
    counted?: boolean | 'auth';
    /** True where a session cookie does not identify the caller. */
    ignoresCookie?: boolean;
    /** Set for uploads: the multipart form in the API description. The handler parses the body. */
    form?: object;
    /** Whether the handler reads a body of bytes itself. */
    takesBytes?: boolean;
    /** Header fields of requests, for the API description: the handler checks them. */
    headers?: object;
    /**
     * Whether an upload ticket may call the route: `upload` while it permits further uploads, `follow-up` always, to go on
     * with an upload or to hear of it. Absent: `upload` for multipart forms, else no.
     */
    ticketUse?: 'upload' | 'follow-up';
    /** True for uploads whose body may also be something else than a multipart form. */
    anyBody?: boolean;
    /** True where a client that prefers text/plain gets the link, or the message of an error, as text. */
    asText?: boolean;
    /** The route of a foreign protocol. */
    door?: DoorRoute;
    /** Whether the route needs a body that is no multipart form; without it the client's body is discarded. */
    body?: 'required' | 'optional';
    /** True for routes that refuse the methods a path does not have; they do not identify the caller. */
    methodFallback?: boolean;
    /** Value of the `Allow` field of such a route. */
    allow?: string;
    /** Shows errors as a page instead of JSON, always or when the request accepts HTML. */
    page?: boolean | 'for-browsers';
  }
}
