import { ErrorResponse } from '../../../api/envelope.ts';
import { ServiceResponses } from '../../../api/service.ts';
import type { HttpDeps } from '../../deps.ts';
import { success } from '../../protocol/success.ts';
import type { App } from '../../routing.ts';

/** GET /site: what this server offers to who is not signed in yet. */
export function siteRoute(api: App, deps: HttpDeps): void {
  api.get(
    '/site',
    {
      schema: {
        operationId: 'getSite',
        summary: 'What this server offers: registration, ways to sign in, where images are',
        description: 'Does not count as a request.',
        tags: ['Service'],
        security: [{}],
        response: { 200: ServiceResponses.site, '4xx': ErrorResponse, '5xx': ErrorResponse },
      },
      config: { counted: false, ignoresCookie: true },
    },
    async () =>
      success(
        {
          name: 'imgd',
          version: deps.version,
          registration: deps.registrationOpen ? 'open' : 'closed',
          oidc: deps.identityProvider === undefined ? null : { name: deps.identityProvider.name },
          password_reset: deps.sendsMail ? 'mail' : 'none',
          image_host: deps.imageHost,
        },
        'What this server offers',
      ),
  );
}
