import type { SignedIn } from '../../../../src/api/accounts.ts';
import type { PasskeySignIn } from '../../../../src/api/second-factors.ts';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/i18n.ts';
import { canUsePasskeys, signWithPasskey } from '../../passkeys.ts';
import { PasskeyForm } from './second-step.tsx';

/** Sign-in with a passkey alone, if the browser can use one. */
export function PasskeyButton({ onSignedIn }: { onSignedIn(signedIn: SignedIn): void }) {
  if (!canUsePasskeys()) return null;
  const signIn = async () => {
    const { ticket, options } = await api.post<PasskeySignIn>('/auth/passkey/options');
    onSignedIn(await api.post<SignedIn>('/auth/passkey', { ticket, passkey: await signWithPasskey(options) }));
  };
  return (
    <>
      <p class="auth-or">{t('auth-or')}</p>
      <PasskeyForm label={t('two-step-sign-in-alone')} quiet prove={signIn} />
    </>
  );
}
