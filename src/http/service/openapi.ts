import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { API_VERSION } from '../../api/envelope.ts';
import type { App } from '../routing/app-type.ts';

// The page loads nothing from other hosts. It must not upgrade to https, which the server may not have.
const DOCS_POLICY =
  "default-src 'none'; connect-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
  "form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/**
 * Describes all routes that are added later (OpenAPI 3.1), from the schemas that validate their requests, and serves
 * the description as a page at /docs.
 */
export async function registerOpenApi(app: App, deps: { readonly baseUrl: string }): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'imgd',
        version: API_VERSION,
        description:
          'Upload images and get links. Every body is JSON; success is always 200. Later versions may add members to any object.',
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
      return { schema: form === undefined ? schema : { ...schema, body: form }, url };
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

/** GET /openapi.json. */
export function openApiRoute(api: App, deps: { readonly baseUrl: string }): void {
  api.get('/openapi.json', { schema: { hide: true }, config: { access: 'public', counted: false } }, async () => ({
    ...api.swagger(),
    ...serversOf(deps),
  }));
}

/** The address is known only when the service listens. */
function serversOf(deps: { readonly baseUrl: string }): { servers: { url: string }[] } {
  return { servers: [{ url: deps.baseUrl }] };
}
