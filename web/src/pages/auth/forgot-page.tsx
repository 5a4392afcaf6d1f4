import { useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { useSiteInfo } from '../../site-info.ts';
import { auth } from '../../texts/auth.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { TextField } from '../../ui/field.tsx';
import { useForm } from '../../use-form.ts';
import { AuthPage } from './auth-page.tsx';
import { validateEmail } from './checks.ts';

const words = auth.forgot;

/** Requests a password reset link. */
export default function ForgotPage() {
  const site = useSiteInfo();
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState(false);
  const { form, busy, errors, errorMessage, onSubmit } = useForm({
    check: () => validateEmail(email),
    fieldMessages: { email: auth.wrong.email },
    async send() {
      await api.post('/auth/password/forgot', { email });
      setSent(true);
    },
  });
  const aside = <a href="/login">{words.back}</a>;
  if (site?.password_reset === 'none') {
    return (
      <AuthPage title={words.noMail} text={words.noMailText}>
        <a class="button wide" href="/login">
          {words.back}
        </a>
      </AuthPage>
    );
  }
  if (sent) {
    return (
      <AuthPage title={words.sent} text={words.sentText(email)}>
        <a class="button wide" href="/login">
          {words.back}
        </a>
      </AuthPage>
    );
  }
  return (
    <AuthPage title={words.title} text={words.text} aside={aside}>
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
        {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
        <Button submit busy={busy}>
          {words.action}
        </Button>
      </form>
    </AuthPage>
  );
}
