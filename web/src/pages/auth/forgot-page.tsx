import { useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/i18n.ts';
import { useSiteInfo } from '../../site-info.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { useForm } from '../../use-form.ts';
import { AuthPage } from './auth-page.tsx';
import { validateEmail } from './checks.ts';
import { EmailField } from './email-field.tsx';

/** Requests a password reset link. */
export default function ForgotPage() {
  const site = useSiteInfo();
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState(false);
  const { form, busy, errors, errorMessage, onSubmit } = useForm({
    check: () => validateEmail(email),
    fieldMessages: { email: t('auth-wrong-email') },
    async send() {
      await api.post('/auth/password/forgot', { email });
      setSent(true);
    },
  });
  const aside = <a href="/login">{t('auth-forgot-back')}</a>;
  if (site?.password_reset === 'none') {
    return (
      <AuthPage title={t('auth-forgot-no-mail')} text={t('auth-forgot-no-mail-text')}>
        <a class="button wide" href="/login">
          {t('auth-forgot-back')}
        </a>
      </AuthPage>
    );
  }
  if (sent) {
    return (
      <AuthPage title={t('auth-forgot-sent')} text={t('auth-forgot-sent-text', { email })}>
        <a class="button wide" href="/login">
          {t('auth-forgot-back')}
        </a>
      </AuthPage>
    );
  }
  return (
    <AuthPage title={t('auth-forgot-title')} text={t('auth-forgot-text')} aside={aside}>
      <form ref={form} class="stack" noValidate onSubmit={onSubmit}>
        <EmailField value={email} error={errors.email} onValue={setEmail} />
        {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
        <Button submit busy={busy}>
          {t('auth-forgot-action')}
        </Button>
      </form>
    </AuthPage>
  );
}
