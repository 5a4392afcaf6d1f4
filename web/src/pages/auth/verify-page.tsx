import { useState } from 'preact/hooks';
import type { EmailVerified } from '../../../../src/api/accounts.ts';
import { api } from '../../api/api.ts';
import { ApiError } from '../../api/api-error.ts';
import { t } from '../../i18n/i18n.ts';
import { loadSession, useAccount } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { useForm } from '../../use-form.ts';
import { AuthPage } from './auth-page.tsx';

type Outcome = { is: 'done'; email: string } | { is: 'bad' } | { is: 'taken' };

/** Verifies an email address by the token in the URL fragment. It asks first: mail scanners open links, and some run scripts. */
export default function VerifyPage() {
  const [token] = useState(() => location.hash.slice(1));
  const [outcome, setOutcome] = useState<Outcome | undefined>(token === '' ? { is: 'bad' } : undefined);
  const isSignedIn = useAccount() !== null;
  const { form, busy, errorMessage, onSubmit } = useForm({
    async send() {
      try {
        const { email } = await api.post<EmailVerified>('/auth/verify', { token });
        setOutcome({ is: 'done', email });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.code === 'EMAIL_TAKEN') return setOutcome({ is: 'taken' });
        if (error.param !== 'token') throw error;
        return setOutcome({ is: 'bad' });
      }
      await loadSession();
    },
  });
  const next = isSignedIn ? (
    <a class="button wide" href="/account">
      {t('auth-verify-account')}
    </a>
  ) : (
    <a class="button wide" href="/login">
      {t('auth-login-action')}
    </a>
  );
  if (outcome?.is === 'done') {
    return (
      <AuthPage title={t('auth-verify-done')} text={t('auth-verify-done-text', { email: outcome.email })}>
        {next}
      </AuthPage>
    );
  }
  if (outcome !== undefined) {
    return (
      <AuthPage
        title={t('auth-verify-bad')}
        text={outcome.is === 'taken' ? t('auth-verify-taken-text') : t('auth-verify-bad-text')}
      >
        {next}
      </AuthPage>
    );
  }
  return (
    <AuthPage title={t('auth-verify-title')} text={t('auth-verify-text')}>
      <form ref={form} class="stack" noValidate onSubmit={onSubmit}>
        {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
        <Button submit busy={busy}>
          {t('auth-verify-action')}
        </Button>
      </form>
    </AuthPage>
  );
}
