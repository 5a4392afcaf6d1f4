import { useState } from 'preact/hooks';
import type { Registered } from '../../../../src/api/accounts.ts';
import { api } from '../../api/api.ts';
import { setCsrfToken } from '../../api/csrf.ts';
import { useLocation } from '../../router.ts';
import { loadSession } from '../../session.ts';
import { useSiteInfo } from '../../site-info.ts';
import { auth } from '../../texts/auth.ts';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useForm } from '../../use-form.ts';
import { AuthPage } from './auth-page.tsx';
import { validateEmail, validateNewPassword } from './checks.ts';
import { nextPath } from './next-path.ts';
import { ProviderButton } from './provider-button.tsx';

const words = auth.register;

/** Creates an account, signs in, and shows the first API key. */
export default function RegisterPage() {
  const { query } = useLocation();
  const site = useSiteInfo();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [key, setKey] = useState<string>();
  const { form, busy, errors, errorMessage, onSubmit } = useForm({
    check: () => ({ ...validateEmail(email), ...validateNewPassword(password) }),
    fieldMessages: { email: auth.wrong.email, password: auth.wrong.password, name: auth.wrong.name },
    fieldByCode: { EMAIL_TAKEN: 'email' },
    async send() {
      const body = { email, password, session: true, ...(name.trim() === '' ? {} : { name: name.trim() }) };
      const { api_key: issued, csrf_token: csrfToken } = await api.post<Registered>('/auth/register', body);
      setCsrfToken(csrfToken);
      setKey(issued.key);
      await loadSession();
    },
  });
  if (key !== undefined) return <Welcome apiKey={key} next={nextPath(query)} />;
  if (site?.registration === 'closed') {
    return (
      <AuthPage title={words.closed} text={words.closedHint}>
        <ProviderButton />
        <a class="button wide" href="/login">
          {words.signIn}
        </a>
      </AuthPage>
    );
  }
  return (
    <AuthPage
      title={words.title}
      text={words.text}
      aside={
        <>
          {words.hasAccount} <a href={`/login${location.search}`}>{words.signIn}</a>
        </>
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
          autocomplete="new-password"
          value={password}
          hint={auth.passwordHint}
          error={errors.password}
          onValue={setPassword}
        />
        <TextField
          label={auth.name}
          optional
          name="name"
          autocomplete="name"
          maxLength={100}
          value={name}
          error={errors.name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
        {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
        <Button submit busy={busy}>
          {words.action}
        </Button>
      </form>
    </AuthPage>
  );
}

/** Greets a new user and shows the first API key, which cannot be shown again. */
function Welcome({ apiKey, next }: { apiKey: string; next: string }) {
  return (
    <AuthPage title={words.welcome} text={words.keyText}>
      <CopyField label={words.key} text={apiKey} />
      <a class="button wide" href={next}>
        {words.go}
      </a>
    </AuthPage>
  );
}
