import { useState } from 'preact/hooks';
import type { Registered } from '../../../../src/api/accounts.ts';
import { api } from '../../api/api.ts';
import { keepCsrfToken } from '../../api/csrf.ts';
import { usePlace } from '../../router.ts';
import { loadSession } from '../../session.ts';
import { useSiteInfo } from '../../site-info.ts';
import { auth } from '../../texts/auth.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Refusal } from '../../ui/refusal.tsx';
import { useForm } from '../../use-form.ts';
import { AuthPage } from './auth-page.tsx';
import { checkEmail, checkNewPassword } from './checks.ts';
import { nextPlace } from './next-place.ts';
import { ProviderButton } from './provider-button.tsx';
import { Welcome } from './welcome.tsx';

const words = auth.register;

/** Creates an account, signs in, and shows the first API key. */
export default function RegisterPage() {
  const { query } = usePlace();
  const site = useSiteInfo();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [key, setKey] = useState<string>();
  const { form, busy, errors, refusal, onSubmit } = useForm({
    check: () => ({ ...checkEmail(email), ...checkNewPassword(password) }),
    sayings: { email: auth.wrong.email, password: auth.wrong.password, name: auth.wrong.name },
    fieldOfCode: { EMAIL_TAKEN: 'email' },
    async send() {
      const wanted = { email, password, session: true, ...(name.trim() === '' ? {} : { name: name.trim() }) };
      const { api_key: issued, csrf_token: csrfToken } = await api.post<Registered>('/auth/register', wanted);
      keepCsrfToken(csrfToken);
      setKey(issued.key);
      await loadSession();
    },
  });
  if (key !== undefined) return <Welcome apiKey={key} next={nextPlace(query)} />;
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
        {refusal !== undefined && <Refusal>{refusal}</Refusal>}
        <Button submit busy={busy}>
          {words.action}
        </Button>
      </form>
    </AuthPage>
  );
}
