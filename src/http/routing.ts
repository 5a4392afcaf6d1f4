import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { Caller } from '../core/caller.ts';
import type { UploadSlot } from '../lib/load-shedding.ts';

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
    /** The session's token where the caller is known by the cookie. */
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
    /** True for uploads, which are refused while too many are under way. */
    isUpload?: boolean;
    /** Who may call; every endpoint of the API has one. */
    access?: Access;
    /** False for API requests that do not count against the hourly limit. */
    counted?: boolean;
    /** True where a session cookie is not looked at: signing in, and what is the same for everybody. */
    ignoresCookie?: boolean;
    /** The refusal of a method that a path does not have; no caller is looked for. */
    methodFallback?: boolean;
    /** Value of the `Allow` field of such a refusal. */
    allow?: string;
    /** Failures are shown as a page, not as JSON; or only to who asks for HTML, as browsers do that follow a link. */
    page?: boolean | 'for-browsers';
    /** Multipart form of the route, for the API description: such bodies are read by hand. */
    form?: object;
  }
}
