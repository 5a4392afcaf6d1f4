import { ServiceResponses } from '../../api/service.ts';
import { success } from '../protocol/success.ts';
import { route } from '../route.ts';
import type { App } from '../routing.ts';
import type { ServiceDeps } from './deps.ts';

/** /site: the features of this server. / of the API: its name, version and links. */
export function siteRoutes(api: App, deps: ServiceDeps): void {
  route(api, {
    method: 'GET',
    path: '/site',
    operationId: 'getSite',
    summary: 'Features of this server: registration, ways to sign in, host of the images',
    tag: 'Service',
    access: 'public',
    counted: false,
    ignoresCookie: true,
    answer: ServiceResponses.site,
    async handler() {
      const site = {
        name: 'imgd',
        version: deps.version,
        registration: deps.registrationOpen ? 'open' : 'closed',
        oidc: deps.identityProvider === undefined ? null : { name: deps.identityProvider.name },
        password_reset: deps.sendsMail ? 'mail' : 'none',
        image_host: deps.imageHost,
      } as const;
      return success(site, 'Features of this server');
    },
  });

  route(api, {
    method: 'GET',
    path: '/',
    operationId: 'getService',
    summary: 'Name, version and links',
    tag: 'Service',
    access: 'public',
    answer: ServiceResponses.root,
    async handler() {
      const service = {
        name: 'imgd',
        version: deps.version,
        openapi: `${deps.baseUrl}/api/v1/openapi.json`,
        docs: `${deps.baseUrl}/docs`,
        health: `${deps.baseUrl}/api/v1/health`,
      };
      return success(service, 'imgd, an image hosting service');
    },
  });
}
