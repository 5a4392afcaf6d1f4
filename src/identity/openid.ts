import type * as Openid from 'openid-client';
import { AppError } from '../core/errors.ts';
import { anyText, httpUrl } from '../lib/setting-parsers.ts';
import type { Identity, IdentityProvider } from './port.ts';

const TIMEOUT_SECONDS = 10;
const SCOPE = 'openid email profile';

export interface OpenidOptions {
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  name: string | undefined;
}

/**
 * Signs in with OpenID Connect: authorization code flow with PKCE, state and nonce (OpenID Connect Core 1.0, section 3.1;
 * RFC 7636). The first sign-in loads the provider's discovery document.
 */
export function createOpenidProvider({ issuer, clientId, clientSecret, name }: OpenidOptions): IdentityProvider {
  let found: Promise<{ openid: typeof Openid; config: Openid.Configuration }> | undefined;

  async function discover() {
    const openid = await import('openid-client');
    const url = new URL(issuer);
    const config = await openid.discovery(url, clientId, clientSecret, undefined, {
      timeout: TIMEOUT_SECONDS,
      // The operator has chosen http, for a test or a closed network.
      execute: url.protocol === 'http:' ? [openid.allowInsecureRequests] : [],
    });
    return { openid, config };
  }

  function provider() {
    found ??= discover().catch((error) => {
      found = undefined;
      throw unavailable(error);
    });
    return found;
  }

  return {
    name: name ?? new URL(issuer).host,
    async begin(callbackUrl) {
      const { openid, config } = await provider();
      const pending = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        codeVerifier: openid.randomPKCECodeVerifier(),
      };
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: callbackUrl,
        scope: SCOPE,
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(pending.codeVerifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, pending };
    },
    async finish(currentUrl, { state, nonce, codeVerifier }) {
      const { openid, config } = await provider();
      try {
        const tokens = await openid.authorizationCodeGrant(config, new URL(currentUrl), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new Error('the provider sent no ID token');
        // Many providers give the e-mail address only in the UserInfo response (section 5.4).
        const asks = claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined;
        const more = asks ? await openid.fetchUserInfo(config, tokens.access_token, claims.sub) : {};
        return identityOf({ ...more, ...claims, amr: claims.amr });
      } catch (error) {
        throw translated(openid, error);
      }
    },
  };
}

function identityOf(claims: Openid.IDToken): Identity {
  const { iss, sub, email, email_verified: verified, name, amr } = claims;
  return {
    issuer: iss,
    subject: sub,
    email: typeof email === 'string' ? email : null,
    emailVerified: verified === true,
    name: typeof name === 'string' ? name : null,
    secondFactor: Array.isArray(amr) && amr.includes('mfa'),
  };
}

/** Errors of the user or the browser become SIGN_IN_FAILED, errors of the service or the provider SERVICE_UNAVAILABLE. */
function translated(openid: typeof Openid, error: unknown): AppError {
  if (error instanceof openid.AuthorizationResponseError) {
    return new AppError('SIGN_IN_FAILED', { detail: 'The provider has refused it.', cause: error });
  }
  const isUsed = error instanceof openid.ResponseBodyError && error.error === 'invalid_grant';
  const isNoAnswer = error instanceof openid.ClientError && error.code === 'OAUTH_INVALID_RESPONSE';
  if (isUsed || isNoAnswer) return new AppError('SIGN_IN_FAILED', { detail: 'Begin again.', cause: error });
  return unavailable(error);
}

function unavailable(cause: unknown): AppError {
  return new AppError('SERVICE_UNAVAILABLE', { detail: 'The provider of the sign-in does not answer.', cause });
}

export const identitySettings = {
  issuer: {
    name: 'IMGD_OIDC_ISSUER',
    default: undefined,
    parse: httpUrl,
    meaning:
      'OpenID Connect provider for signing in, with a discovery document. Register `{base_url}/api/v1/auth/oidc/callback` there.',
  },
  clientId: {
    name: 'IMGD_OIDC_CLIENT_ID',
    default: undefined,
    parse: anyText,
    meaning: 'Client id of this service at the provider; required with `IMGD_OIDC_ISSUER`.',
  },
  clientSecret: {
    name: 'IMGD_OIDC_CLIENT_SECRET',
    default: undefined,
    parse: anyText,
    meaning: 'Client secret from the provider; none for a public client.',
    secret: true,
  },
  displayName: {
    name: 'IMGD_OIDC_NAME',
    default: undefined,
    parse: anyText,
    meaning: 'Name of the provider on the sign-in button. Default: the host of `IMGD_OIDC_ISSUER`.',
  },
};
