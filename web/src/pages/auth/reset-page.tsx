import { useState } from 'preact/hooks';
import type { PasswordChanged } from '../../../../src/api/accounts.ts';
import { api } from '../../api/api.ts';
import { ApiError } from '../../api/api-error.ts';
import { t } from '../../i18n/i18n.ts';
import { endSession } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useForm } from '../../use-form.ts';
import { AuthPage } from './auth-page.tsx';
import { explainPassword, passwordHint, validateNewPassword } from './checks.ts';

/** Sets a new password. The secret of the reset link is in the URL fragment, so that no server logs it. */
export default function ResetPage() {
  const [token] = useState(() => location.hash.slice(1));
  const [password, setPassword] = useState('');
  const [outcome, setOutcome] = useState<PasswordChanged | 'bad' | undefined>(token === '' ? 'bad' : undefined);
  const { form, busy, errors, errorMessage, onSubmit } = useForm({
    check: () => validateNewPassword(password),
    fieldMessages: { password: explainPassword },
    async send() {
      let changed: PasswordChanged;
      try {
        changed = await api.post<PasswordChanged>('/auth/password/reset', { token, password });
      } catch (error) {
        if (!(error instanceof ApiError) || error.param !== 'token') throw error;
        return setOutcome('bad');
      }
      endSession();
      setOutcome(changed);
    },
  });
  if (outcome === 'bad') {
    return (
      <AuthPage title={t('auth-reset-bad')} text={t('auth-reset-bad-text')}>
        <a class="button wide" href="/forgot">
          {t('auth-reset-again')}
        </a>
      </AuthPage>
    );
  }
  if (outcome !== undefined) {
    return (
      <AuthPage
        title={t('auth-reset-done')}
        text={t('auth-reset-done-text', { keys: outcome.keys_revoked, sessions: outcome.sessions_ended })}
      >
        <a class="button wide" href="/login">
          {t('auth-login-action')}
        </a>
      </AuthPage>
    );
  }
  return (
    <AuthPage title={t('auth-reset-title')}>
      <form ref={form} class="stack" noValidate onSubmit={onSubmit}>
        <PasswordField
          label={t('auth-new-password')}
          name="password"
          autocomplete="new-password"
          value={password}
          hint={passwordHint(password)}
          error={errors.password}
          onValue={setPassword}
        />
        {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
        <Button submit busy={busy}>
          {t('auth-reset-action')}
        </Button>
      </form>
    </AuthPage>
  );
}
