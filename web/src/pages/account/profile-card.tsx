import { useState } from 'preact/hooks';
import type { OwnAccount, Profile } from '../../../../src/api/accounts.ts';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/i18n.ts';
import { replaceAccount } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { useForm } from '../../use-form.ts';

export function ProfileCard({ profile }: { profile: Profile }) {
  const [name, setName] = useState(profile.name ?? '');
  const [email, setEmail] = useState(profile.email);
  const [password, setPassword] = useState('');
  const movesAway = email.trim() !== profile.email;
  const asks = movesAway && profile.has_password;
  const { form, busy, errors, errorMessage, onSubmit } = useForm({
    check: () => (asks && password === '' ? { password: t('auth-wrong-password-missing') } : {}),
    fieldMessages: {
      name: t('auth-wrong-name'),
      email: t('auth-wrong-email'),
      password: t('auth-wrong-password-missing'),
    },
    fieldByCode: { EMAIL_TAKEN: 'email', INVALID_CREDENTIALS: 'password' },
    async send() {
      const { csrf_token: _, ...changed } = await api.patch<OwnAccount>('/account', {
        name: name.trim() === '' ? null : name.trim(),
        ...(movesAway ? { email: email.trim(), ...(asks ? { password } : {}) } : {}),
      });
      replaceAccount(changed);
      setPassword('');
      setEmail(changed.email);
      toast(t('common-saved'));
    },
  });
  return (
    <Card title={t('account-profile-title')}>
      <form ref={form} class="stack" noValidate onSubmit={onSubmit}>
        <TextField
          label={t('account-profile-name')}
          optional
          name="name"
          autocomplete="name"
          maxLength={100}
          value={name}
          error={errors.name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TextField
          label={t('account-profile-email')}
          type="email"
          name="email"
          autocomplete="email"
          value={email}
          error={errors.email}
          onInput={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        {asks && (
          <PasswordField
            label={t('account-profile-password')}
            name="password"
            autocomplete="current-password"
            hint={t('account-profile-password-hint')}
            value={password}
            error={errors.password}
            onValue={setPassword}
          />
        )}
        {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
        <div class="choices">
          <Button submit busy={busy}>
            {t('common-save')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
