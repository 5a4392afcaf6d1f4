import { useState } from 'preact/hooks';
import type { SignedIn } from '../../../../src/api/accounts.ts';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/i18n.ts';
import { beginSession } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useForm } from '../../use-form.ts';
import { validateEmail } from './checks.ts';
import { EmailField } from './email-field.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { ProviderButton } from './provider-button.tsx';
import { ticketOf } from './second-step.tsx';

interface SignInFormProps {
  /** The email address of the account that is expected. */
  expected?: string | undefined;
  /** It is in a dialog: what leads away from the page opens another tab. */
  isOverPage?: boolean;
  /** The password is right, and the sign-in needs the second step. */
  onTicket(ticket: string): void;
}

/** Begins a session. @throws nothing: the session tells the rest of the page */
export function begin({ account, csrf_token }: SignedIn): void {
  beginSession(account, csrf_token);
}

/** Sign-in with email address and password, with a passkey, or with an OpenID Connect provider. */
export function SignInForm({ expected = '', isOverPage = false, onTicket }: SignInFormProps) {
  const [email, setEmail] = useState(expected);
  const [password, setPassword] = useState('');
  const { form, busy, errors, errorMessage, onSubmit } = useForm({
    check: () => ({
      ...validateEmail(email),
      ...(password === '' ? { password: t('auth-wrong-password-missing') } : {}),
    }),
    fieldMessages: { email: t('auth-wrong-email'), password: t('auth-wrong-password') },
    async send() {
      try {
        begin(await api.post<SignedIn>('/auth/login', { email, password }));
      } catch (error) {
        const needed = ticketOf(error);
        if (needed === undefined) throw error;
        onTicket(needed);
      }
    },
  });
  return (
    <>
      <ProviderButton isOverPage={isOverPage} />
      <form ref={form} class="stack" noValidate onSubmit={onSubmit}>
        <EmailField value={email} error={errors.email} onValue={setEmail} />
        <PasswordField
          label={t('auth-password')}
          name="password"
          autocomplete="current-password"
          autofocus={isOverPage}
          value={password}
          error={errors.password}
          onValue={setPassword}
        />
        <a class="auth-more" href="/forgot" target={isOverPage ? '_blank' : undefined}>
          {t('auth-login-forgot')}
        </a>
        {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
        <Button submit busy={busy}>
          {t('auth-login-action')}
        </Button>
      </form>
      <PasskeyButton onSignedIn={begin} />
    </>
  );
}
