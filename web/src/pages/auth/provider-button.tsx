import { t } from '../../i18n/i18n.ts';
import { useSiteInfo } from '../../site-info.ts';

/** Sign-in with an OpenID Connect provider, if the server has one. */
export function ProviderButton({ isOverPage = false, invitation }: { isOverPage?: boolean; invitation?: string }) {
  const provider = useSiteInfo()?.oidc;
  if (provider == null) return null;
  const query = invitation === undefined || invitation === '' ? '' : `?invitation=${encodeURIComponent(invitation)}`;
  return (
    <>
      <a class="button quiet wide" href={`/api/v1/auth/oidc/start${query}`} target={isOverPage ? '_blank' : undefined}>
        {t('auth-sign-in-with', { name: provider.name })}
      </a>
      <p class="auth-or">{t('auth-or')}</p>
    </>
  );
}
