import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { App } from '../routing.ts';
import { API_VERSION } from './api-headers.ts';

// Nothing from elsewhere; and no upgrade to https, which would keep the page from loading where there is none.
const DOCS_POLICY =
  "default-src 'none'; connect-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
  "form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/**
 * Collects the description of all routes that are added from now on (OpenAPI 3.1), from the schemas that validate them,
 * and serves a page to read it at /docs, with nothing fetched from elsewhere.
 */
export async function registerOpenApi(app: App, deps: { readonly baseUrl: string }): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'imgd',
        version: API_VERSION,
        description:
          'Upload images and get links. Every body is JSON; success is always 200. Extra members may be added to any object.',
        license: { name: 'MIT' },
      },
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: 'API key (`imgd_…`).' },
          session: { type: 'http', scheme: 'bearer', description: 'Session token (`imgds_…`).' },
          sessionCookie: {
            type: 'apiKey',
            in: 'cookie',
            name: '__Host-imgd_session',
            description:
              'Session of a browser; unsafe methods need `X-CSRF-Token` too. Over http it is `imgd_session`.',
          },
          deleteToken: { type: 'http', scheme: 'bearer', description: 'Delete token of one image (`imgdd_…`).' },
        },
      },
    },
    transform({ schema, url, route }) {
      const form = route.config?.form;
      const described = { ...schema, ...(schema?.security && { security: withSessions(schema.security) }) };
      return { schema: form === undefined ? described : { ...described, body: form }, url };
    },
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: DOCS_POLICY,
    theme: { title: 'imgd API' },
    transformSpecification: (description) => ({ ...description, ...serversOf(deps) }),
    transformSpecificationClone: false,
    uiConfig: { deepLinking: true, docExpansion: 'list', validatorUrl: null, layout: 'BaseLayout' },
  });
}

/** Whatever takes a key takes a session too. */
function withSessions(security: Record<string, string[]>[]): Record<string, string[]>[] {
  const takes = (scheme: string) => security.some((one) => scheme in one);
  return takes('apiKey') && !takes('session') ? [...security, { session: [] }, { sessionCookie: [] }] : security;
}

/** GET /openapi.json. */
export function openApiRoute(api: App, deps: { readonly baseUrl: string }): void {
  api.get('/openapi.json', { schema: { hide: true }, config: { counted: false } }, async () => ({
    ...api.swagger(),
    ...serversOf(deps),
  }));
}

/** The address is known only once the service listens. */
function serversOf(deps: { readonly baseUrl: string }): { servers: { url: string }[] } {
  return { servers: [{ url: deps.baseUrl }] };
}
