import { useEffect, useState } from 'preact/hooks';
import type { SignedIn } from '../../../../src/api/accounts.ts';
import { api } from '../../api/api.ts';
import { navigate, useLocation } from '../../router.ts';
import { beginSession, useSession } from '../../session.ts';
import { useSiteInfo } from '../../site-info.ts';
import { auth } from '../../texts/auth.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useForm } from '../../use-form.ts';
import { AuthPage } from './auth-page.tsx';
import { validateEmail } from './checks.ts';
import { nextPath } from './next-path.ts';
import { ProviderButton } from './provider-button.tsx';

const words = auth.login;

/** Sign-in with email address and password, or with an OpenID Connect provider. */
export default function LoginPage() {
  const { query } = useLocation();
  const session = useSession();
  const site = useSiteInfo();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const next = nextPath(query);
  const { form, busy, errors, errorMessage, onSubmit } = useForm({
    check: () => ({ ...validateEmail(email), ...(password === '' ? { password: auth.wrong.passwordMissing } : {}) }),
    fieldMessages: { email: auth.wrong.email, password: auth.wrong.password },
    async send() {
      const { account, csrf_token } = await api.post<SignedIn>('/auth/login', { email, password });
      beginSession(account, csrf_token);
    },
  });
  useEffect(() => {
    if (session.status === 'signed-in') navigate(next, { replace: true });
  }, [session.status, next]);
  return (
    <AuthPage
      title={words.title}
      text={next === '/' ? undefined : words.needed}
      aside={
        site?.registration === 'closed' ? undefined : (
          <>
            {words.noAccount} <a href={`/register${location.search}`}>{words.register}</a>
          </>
        )
      }
    >
      <ProviderButton />
      <form ref={form} class="stack" noValidate onSubmit={onSubmit}>
        <TextField
          label={auth.email}
          type="email"
          name="email"
          autocomplete="username"
          required
          value={email}
          error={errors.email}
          onInput={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <PasswordField
          label={auth.password}
          name="password"
          autocomplete="current-password"
          value={password}
          error={errors.password}
          onValue={setPassword}
        />
        <a class="auth-more" href="/forgot">
          {words.forgot}
        </a>
        {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
        <Button submit busy={busy}>
          {words.action}
        </Button>
      </form>
    </AuthPage>
  );
}
