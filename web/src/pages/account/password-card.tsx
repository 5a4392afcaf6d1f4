import { useState } from 'preact/hooks';
import type { Profile } from '../../../../src/api/accounts.ts';
import { api } from '../../api/api.ts';
import { replaceAccount } from '../../session.ts';
import { account } from '../../texts/account.ts';
import { auth } from '../../texts/auth.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { useForm } from '../../use-form.ts';
import { validateNewPassword } from '../auth/checks.ts';

const words = account.password;

/** Changes the password, or sets the first one. */
export function PasswordCard({ profile }: { profile: Profile }) {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const { form, busy, errors, errorMessage, onSubmit } = useForm({
    check: () => ({
      ...(profile.has_password && current === '' ? { current_password: auth.wrong.passwordMissing } : {}),
      ...validateNewPassword(next, 'new_password'),
    }),
    fieldMessages: { current_password: auth.wrong.passwordMissing, new_password: auth.wrong.password },
    fieldByCode: { INVALID_CREDENTIALS: 'current_password' },
    async send() {
      const given = profile.has_password ? { current_password: current } : {};
      await api.post('/account/password', { ...given, new_password: next });
      replaceAccount({ ...profile, has_password: true });
      setCurrent('');
      setNext('');
      toast(words.changed);
    },
  });
  return (
    <Card title={words.title} text={profile.has_password ? words.text : words.none}>
      <form ref={form} class="stack" noValidate onSubmit={onSubmit}>
        <input class="visually-hidden" type="text" autocomplete="username" value={profile.email} readOnly hidden />
        {profile.has_password && (
          <PasswordField
            label={words.current}
            name="current-password"
            autocomplete="current-password"
            value={current}
            error={errors.current_password}
            onValue={setCurrent}
          />
        )}
        <PasswordField
          label={words.next}
          name="new-password"
          autocomplete="new-password"
          hint={auth.passwordHint}
          value={next}
          error={errors.new_password}
          onValue={setNext}
        />
        {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
        <div class="choices">
          <Button submit busy={busy}>
            {profile.has_password ? words.action : words.set}
          </Button>
        </div>
      </form>
    </Card>
  );
}
