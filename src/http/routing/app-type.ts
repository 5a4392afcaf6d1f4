import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { Caller } from '../../core/caller.ts';
import type { UploadSlot } from '../../lib/load-shedding.ts';
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
    /** False for requests to the API that do not count against the hourly limit. */
    counted?: boolean;
    /** True where a session cookie does not identify the caller. */
    ignoresCookie?: boolean;
    /** Set for uploads: the multipart form in the API description. The handler parses the body. */
    form?: object;
    /** True for routes that refuse the methods a path does not have; they do not identify the caller. */
    methodFallback?: boolean;
    /** Value of the `Allow` field of such a route. */
    allow?: string;
    /** Shows errors as a page instead of JSON, always or when the request accepts HTML. */
    page?: boolean | 'for-browsers';
  }
}
