import { useState } from 'preact/hooks';
import type { PasswordChanged, Profile } from '../../../../src/api/accounts.ts';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/i18n.ts';
import { replaceAccount } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { CheckField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { useForm } from '../../use-form.ts';
import { explainPassword, passwordHint, validateNewPassword } from '../auth/checks.ts';

/** Changes the password, or sets the first one. */
export function PasswordCard({ profile }: { profile: Profile }) {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [revokesKeys, setRevokesKeys] = useState(false);
  const { form, busy, errors, errorMessage, onSubmit } = useForm({
    check: () => ({
      ...(profile.has_password && current === '' ? { current_password: t('auth-wrong-password-missing') } : {}),
      ...validateNewPassword(next, 'new_password'),
    }),
    fieldMessages: { current_password: t('auth-wrong-password-missing'), new_password: explainPassword },
    fieldByCode: { INVALID_CREDENTIALS: 'current_password' },
    async send() {
      const given = profile.has_password ? { current_password: current } : {};
      const wanted = { ...given, new_password: next, revoke_keys: revokesKeys };
      const changed = await api.post<PasswordChanged>('/account/password', wanted);
      replaceAccount({ ...profile, has_password: true });
      setCurrent('');
      setNext('');
      setRevokesKeys(false);
      toast(t('account-password-changed', { keys: changed.keys_revoked }));
    },
  });
  return (
    <Card
      title={t('account-password-title')}
      text={profile.has_password ? t('account-password-text') : t('account-password-none')}
    >
      <form ref={form} class="stack" noValidate onSubmit={onSubmit}>
        <input class="visually-hidden" type="text" autocomplete="username" value={profile.email} readOnly hidden />
        {profile.has_password && (
          <PasswordField
            label={t('account-password-current')}
            name="current-password"
            autocomplete="current-password"
            value={current}
            error={errors.current_password}
            onValue={setCurrent}
          />
        )}
        <PasswordField
          label={t('account-password-next')}
          name="new-password"
          autocomplete="new-password"
          hint={passwordHint(next)}
          value={next}
          error={errors.new_password}
          onValue={setNext}
        />
        <CheckField
          label={t('account-password-revoke-keys')}
          hint={t('account-password-revoke-keys-hint')}
          checked={revokesKeys}
          onChange={({ currentTarget }) => setRevokesKeys(currentTarget.checked)}
        />
        {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
        <div class="choices">
          <Button submit busy={busy}>
            {profile.has_password ? t('account-password-action') : t('account-password-set')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
