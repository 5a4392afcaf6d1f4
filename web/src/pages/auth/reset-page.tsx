import { useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { ApiError } from '../../api/api-error.ts';
import { endSession } from '../../session.ts';
import { auth } from '../../texts/auth.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useForm } from '../../use-form.ts';
import { AuthPage } from './auth-page.tsx';
import { validateNewPassword } from './checks.ts';

const words = auth.reset;

/** Sets a new password. The secret of the reset link is in the URL fragment, so that no server logs it. */
export default function ResetPage() {
  const [token] = useState(() => location.hash.slice(1));
  const [password, setPassword] = useState('');
  const [outcome, setOutcome] = useState<'done' | 'bad' | undefined>(token === '' ? 'bad' : undefined);
  const { form, busy, errors, errorMessage, onSubmit } = useForm({
    check: () => validateNewPassword(password),
    fieldMessages: { password: auth.wrong.password },
    async send() {
      try {
        await api.post('/auth/password/reset', { token, password });
      } catch (error) {
        if (!(error instanceof ApiError) || error.param !== 'token') throw error;
        return setOutcome('bad');
      }
      endSession();
      setOutcome('done');
    },
  });
  if (outcome === 'bad') {
    return (
      <AuthPage title={words.bad} text={words.badText}>
        <a class="button wide" href="/forgot">
          {words.again}
        </a>
      </AuthPage>
    );
  }
  if (outcome === 'done') {
    return (
      <AuthPage title={words.done} text={words.doneText}>
        <a class="button wide" href="/login">
          {auth.login.action}
        </a>
      </AuthPage>
    );
  }
  return (
    <AuthPage title={words.title}>
      <form ref={form} class="stack" noValidate onSubmit={onSubmit}>
        <PasswordField
          label={auth.newPassword}
          name="password"
          autocomplete="new-password"
          value={password}
          hint={auth.passwordHint}
          error={errors.password}
          onValue={setPassword}
        />
        {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
        <Button submit busy={busy}>
          {words.action}
        </Button>
      </form>
    </AuthPage>
  );
}
