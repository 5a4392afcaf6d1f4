import { useEffect, useState } from 'preact/hooks';
import type { Registered } from '../../../../src/api/accounts.ts';
import { api } from '../../api/api.ts';
import { prepareSolution, withSolution } from '../../challenge/solutions.ts';
import { SolvingNote } from '../../challenge/solving-note.tsx';
import { announce } from '../../changes.ts';
import { t } from '../../i18n/i18n.ts';
import { navigate, useLocation } from '../../router.ts';
import { loadSession } from '../../session.ts';
import { useSiteInfo } from '../../site-info.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { useForm } from '../../use-form.ts';
import { AuthPage } from './auth-page.tsx';
import { explainPassword, passwordHint, validateEmail, validateNewPassword } from './checks.ts';
import { EmailField } from './email-field.tsx';
import { nextPath } from './next-path.ts';
import { ProviderButton } from './provider-button.tsx';

/** Creates an account and signs in. Its keys are made on the account page, where they are needed. */
export default function RegisterPage() {
  const { query } = useLocation();
  const site = useSiteInfo();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [invitation, setInvitation] = useState(() => tokenOf(location.hash));
  const [wasInvited] = useState(invitation !== '');
  const asksForInvitation = wasInvited || site?.registration === 'invitation';
  const domains = site?.registration_domains ?? [];
  useEffect(() => {
    prepareSolution('registration').catch(() => undefined);
  }, []);
  const { form, busy, errors, errorMessage, onSubmit } = useForm({
    check: () => ({
      ...(asksForInvitation && invitation.trim() === '' && { invitation: t('auth-register-invitation-wrong') }),
      ...validateEmail(email),
      ...validateNewPassword(password),
    }),
    fieldMessages: { email: t('auth-wrong-email'), password: explainPassword, name: t('auth-wrong-name') },
    fieldByCode: {
      EMAIL_TAKEN: 'email',
      EMAIL_DOMAIN_REFUSED: 'email',
      INVITATION_REQUIRED: 'invitation',
      INVALID_INVITATION: 'invitation',
    },
    async send() {
      const body = {
        ...{ email, password, session: true },
        ...(name.trim() !== '' && { name: name.trim() }),
        ...(invitation.trim() !== '' && { invitation: tokenOf(invitation) }),
      };
      await withSolution('registration', (proof) => api.post<Registered>('/auth/register', body, proof));
      await loadSession();
      announce('session');
      navigate(nextPath(query), { replace: true });
      toast(t('auth-register-welcome'));
    },
  });
  if (site?.registration === 'closed') {
    return (
      <AuthPage title={t('auth-register-closed')} text={t('auth-register-closed-hint')}>
        <ProviderButton />
        <a class="button wide" href="/login">
          {t('auth-register-sign-in')}
        </a>
      </AuthPage>
    );
  }
  const needsApproval = site?.registration === 'approval' && !wasInvited;
  return (
    <AuthPage
      title={t('auth-register-title')}
      text={needsApproval ? t('auth-register-approval') : t('auth-register-text')}
      aside={
        <>
          {t('auth-register-has-account')} <a href={`/login${location.search}`}>{t('auth-register-sign-in')}</a>
        </>
      }
    >
      <ProviderButton invitation={tokenOf(invitation)} />
      <form ref={form} class="stack" noValidate onSubmit={onSubmit}>
        {asksForInvitation && (
          <TextField
            label={t('auth-register-invitation')}
            hint={wasInvited ? undefined : t('auth-register-invitation-hint')}
            name="invitation"
            dir="ltr"
            autocomplete="off"
            spellcheck={false}
            required
            value={invitation}
            error={errors.invitation}
            onInput={({ currentTarget }) => setInvitation(currentTarget.value)}
          />
        )}
        <EmailField
          value={email}
          hint={domains.length === 0 ? undefined : t('auth-register-domains', { domains: domains.join(', ') })}
          error={errors.email}
          onValue={setEmail}
        />
        <PasswordField
          label={t('auth-password')}
          name="password"
          autocomplete="new-password"
          value={password}
          hint={passwordHint(password)}
          error={errors.password}
          onValue={setPassword}
        />
        <TextField
          label={t('auth-name')}
          optional
          name="name"
          autocomplete="name"
          maxLength={100}
          value={name}
          error={errors.name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
        {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
        <SolvingNote />
        <Button submit busy={busy}>
          {t('auth-register-action')}
        </Button>
      </form>
    </AuthPage>
  );
}

/** The token of an invitation; people paste its whole link too. */
function tokenOf(text: string): string {
  return text.slice(text.indexOf('#') + 1).trim();
}
