import swagger from '@fastify/swagger';
import { API_VERSION, SHOWN_AS } from '../../api/envelope.ts';
import type { App } from '../routing/app-type.ts';
import { PROTOCOL_ERRORS } from '../routing/route.ts';
import { type ApiDocument, describeApi, type EndpointFacts } from './describe-api.ts';

const TAGS = [
  { name: 'Images', description: 'Upload, look up, change and delete images.' },
  { name: 'Albums', description: 'Groups of images, private or with a public page.' },
  { name: 'Accounts', description: 'Registration, sign-in, sessions and the own account.' },
  { name: 'Keys', description: 'API keys for programs.' },
  { name: 'Webhooks', description: 'Addresses that receive signed messages about events.' },
  { name: 'Limits', description: 'Plans, and what is left of them.' },
  { name: 'Service', description: 'The server itself.' },
  { name: 'Administration', description: 'For administrators: needs the scope `admin`.' },
];

/**
 * Describes all routes that are added later (OpenAPI 3.1), from the schemas that validate their requests.
 */
export async function registerOpenApi(app: App): Promise<void> {
  const facts = new Map<string, EndpointFacts>();
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'imgd',
        version: API_VERSION,
        description: `Upload images and get links. Every body is JSON; success is always 200. Later versions may add members to any object. Any request may also be answered ${PROTOCOL_ERRORS.join(', ')}.`,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      tags: TAGS,
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: 'API key (`imgd_…`). `X-API-Key` takes it too.' },
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
    transform({ schema, url, route: { config } }) {
      const { operationId } = schema ?? {};
      if (operationId !== undefined && config?.errors !== undefined) facts.set(operationId, config as EndpointFacts);
      const query = schema?.querystring as { properties?: object } | undefined;
      const shown = { ...schema, ...(query && { querystring: withIntegers(query) }) };
      const body = config?.takesBytes === true ? BYTES : config?.form;
      return {
        schema: { ...shown, ...(body && { body }), ...(config?.headers && { headers: config.headers }) },
        url: url.replace(/\/$/, ''),
      };
    },
    transformObject: (documents) =>
      'openapiObject' in documents
        ? describeApi(documents.openapiObject as unknown as ApiDocument, facts)
        : documents.swaggerObject,
  });
}

const BYTES = { type: 'string', format: 'binary' };

/** A query whose integers in text form are shown as integers. */
function withIntegers(query: { properties?: object }): object {
  const shown = Object.entries(query.properties ?? {}).map(([name, schema]) => [
    name,
    (schema as { [SHOWN_AS]?: object })[SHOWN_AS] ?? schema,
  ]);
  return { ...query, properties: Object.fromEntries(shown) };
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
