import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { beginOidcSignIn, type ProviderDeps, signInWithOidc } from '../../actions/accounts/sign-in-with-oidc.ts';
import { ErrorResponse } from '../../api/envelope.ts';
import { AppError } from '../../core/errors.ts';
import type { HttpDeps } from '../deps.ts';
import { originOf } from '../guards/browser-session.ts';
import { clearCookie, readCookie, setCookie, setSessionCookie } from '../guards/session-cookie.ts';
import type { App } from '../routing.ts';

const CALLBACK = '/auth/oidc/callback';
const COOKIE = 'imgd_sign_in';

const common = { tags: ['Accounts'], security: [{}] };
const failures = { '4xx': ErrorResponse, '5xx': ErrorResponse };
const config = { ignoresCookie: true, page: 'for-browsers' as const };

/** GET /auth/oidc/start and /auth/oidc/callback: signing in by another provider. Both are for browsers to go to. */
export function oidcRoutes(api: App, deps: HttpDeps): void {
  api.get(
    '/auth/oidc/start',
    {
      schema: {
        ...common,
        operationId: 'startOidc',
        summary: 'Go to the OpenID Connect provider to sign in',
        response: { 302: Type.Null({ description: 'To the provider.' }), ...failures },
      },
      config,
    },
    async (_request, reply) => {
      const { url, state, expiresAt } = await beginOidcSignIn(providerDeps(deps), callbackUrl(deps));
      setCookie(deps, reply, COOKIE, state, expiresAt);
      return reply.redirect(url);
    },
  );

  api.get(
    CALLBACK,
    {
      schema: {
        ...common,
        operationId: 'finishOidc',
        summary: 'Come back from the provider: sets the session cookie and goes to the front page',
        response: { 302: Type.Null({ description: 'To the front page.' }), ...failures },
      },
      config,
    },
    async (request, reply) => {
      const state = readCookie(deps, request, COOKIE);
      clearCookie(deps, reply, COOKIE);
      const { token, expiresAt } = await signInWithOidc(providerDeps(deps), currentUrl(deps, request), state, {
        ...originOf(deps, request),
        replaces: readCookie(deps, request),
      });
      setSessionCookie(deps, reply, token, expiresAt);
      return toFrontPage(deps, reply);
    },
  );
}

/** @throws AppError ENDPOINT_NOT_FOUND where no provider is set */
function providerDeps(deps: HttpDeps): ProviderDeps {
  const { identityProvider: provider } = deps;
  if (provider === undefined) throw new AppError('ENDPOINT_NOT_FOUND');
  return { ...deps, provider };
}

function callbackUrl({ baseUrl }: HttpDeps): string {
  return `${baseUrl}/api/v1${CALLBACK}`;
}

/** What the provider compares with the address it has sent the browser to; never from the Host field. */
function currentUrl(deps: HttpDeps, request: FastifyRequest): string {
  const query = request.url.indexOf('?');
  return callbackUrl(deps) + (query < 0 ? '' : request.url.slice(query));
}

function toFrontPage({ baseUrl }: HttpDeps, reply: FastifyReply): FastifyReply {
  return reply.redirect(`${baseUrl}/`);
}
