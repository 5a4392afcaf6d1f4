import { anyText, httpUrl } from '../lib/env.ts';

export const identitySettings = {
  issuer: {
    name: 'IMGD_OIDC_ISSUER',
    default: undefined,
    parse: httpUrl,
    meaning:
      'OpenID Connect provider that users may sign in by; it has to have a discovery document. To be registered there: `{base_url}/api/v1/auth/oidc/callback`.',
  },
  clientId: {
    name: 'IMGD_OIDC_CLIENT_ID',
    default: undefined,
    parse: anyText,
    meaning: 'What the provider calls this service; needed with `IMGD_OIDC_ISSUER`.',
  },
  clientSecret: {
    name: 'IMGD_OIDC_CLIENT_SECRET',
    default: undefined,
    parse: anyText,
    meaning: 'Secret that the provider has given to this service; none for a public client.',
    secret: true,
  },
  displayName: {
    name: 'IMGD_OIDC_NAME',
    default: undefined,
    parse: anyText,
    meaning: 'What users call the provider. Default: the host of `IMGD_OIDC_ISSUER`.',
  },
};
