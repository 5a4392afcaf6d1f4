import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { beginOidcSignIn, type ProviderDeps, signInWithOidc } from '../../actions/accounts/sign-in-with-oidc.ts';
import { AppError } from '../../core/errors.ts';
import { clearCookie, originOf, readCookie, setCookie, setSessionCookie } from '../guards/session-cookie.ts';
import type { App } from '../routing/app-type.ts';
import { route } from '../routing/route.ts';
import type { AccountDeps } from './account.ts';

const CALLBACK = '/auth/oidc/callback';
const COOKIE = 'imgd_sign_in';

/** /auth/oidc: signs in with an OpenID Connect provider. Browsers navigate to both paths. */
export function oidcRoutes(api: App, deps: AccountDeps): void {
  route(api, {
    method: 'GET',
    path: '/auth/oidc/start',
    operationId: 'startOidc',
    summary: 'Go to the OpenID Connect provider to sign in',
    tag: 'Accounts',
    access: 'public',
    counted: 'auth',
    ignoresCookie: true,
    query: Type.Object({
      invitation: Type.Optional(
        Type.String({ maxLength: 128, description: 'The token of an invitation, for a first sign-in.' }),
      ),
    }),
    errors: ['INVALID_INVITATION'],
    page: 'for-browsers',
    answers: { 302: Type.Null({ description: 'To the provider.' }) },
    async handler({ query }, reply) {
      const invitation = query.invitation || undefined;
      const { url, state, expiresAt } = await beginOidcSignIn(providerDeps(deps), callbackUrl(deps), invitation);
      setCookie(deps, reply, COOKIE, state, expiresAt);
      return reply.redirect(url);
    },
  });

  route(api, {
    method: 'GET',
    path: CALLBACK,
    operationId: 'finishOidc',
    summary: 'Come back from the provider: sets the session cookie and goes to the front page',
    tag: 'Accounts',
    access: 'public',
    counted: 'auth',
    ignoresCookie: true,
    errors: [
      'SIGN_IN_FAILED',
      'REGISTRATION_CLOSED',
      'INVITATION_REQUIRED',
      'INVALID_INVITATION',
      'EMAIL_DOMAIN_REFUSED',
      'REGISTRATION_FULL',
      'EMAIL_TAKEN',
    ],
    page: 'for-browsers',
    answers: { 302: Type.Null({ description: 'To the front page, or to the second step of the sign-in.' }) },
    async handler(request, reply) {
      const state = readCookie(deps, request, COOKIE);
      clearCookie(deps, reply, COOKIE);
      const origin = { ...originOf(deps, request), from: request.ip, replaces: readCookie(deps, request) };
      const opened = await signInWithOidc(providerDeps(deps), currentUrl(deps, request), state, origin);
      // Browsers do not send the fragment, so that no log has the ticket.
      if ('ticket' in opened) return reply.redirect(`${deps.baseUrl}/login#${opened.ticket}`);
      setSessionCookie(deps, reply, opened.token, opened.expiresAt);
      return reply.redirect(`${deps.baseUrl}/`);
    },
  });
}

/** @throws AppError ENDPOINT_NOT_FOUND where no provider is configured */
function providerDeps(deps: AccountDeps): ProviderDeps {
  const { identityProvider: provider } = deps;
  if (provider === undefined) throw new AppError('ENDPOINT_NOT_FOUND');
  return { ...deps, provider };
}

function callbackUrl({ baseUrl }: AccountDeps): string {
  return `${baseUrl}/api/v1${CALLBACK}`;
}

/** The address that the provider redirected the browser to. It is built from the public URL, never from the Host header. */
function currentUrl(deps: AccountDeps, { url }: FastifyRequest): string {
  const query = url.indexOf('?');
  return callbackUrl(deps) + (query < 0 ? '' : url.slice(query));
}
