import { useSiteInfo } from '../../site-info.ts';
import { auth } from '../../texts/auth.ts';

/** Sign-in with an OpenID Connect provider, if the server has one. */
export function ProviderButton() {
  const provider = useSiteInfo()?.oidc;
  if (provider == null) return null;
  return (
    <>
      <a class="button quiet wide" href="/api/v1/auth/oidc/start">
        {auth.signInWith(provider.name)}
      </a>
      <p class="auth-or">{auth.or}</p>
    </>
  );
}
