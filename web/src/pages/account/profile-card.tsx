import { useState } from 'preact/hooks';
import type { OwnAccount, Profile } from '../../../../src/api/accounts.ts';
import { api } from '../../api/api.ts';
import { replaceAccount } from '../../session.ts';
import { account } from '../../texts/account.ts';
import { auth } from '../../texts/auth.ts';
import { common } from '../../texts/common.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { useForm } from '../../use-form.ts';

const words = account.profile;

export function ProfileCard({ profile }: { profile: Profile }) {
  const [name, setName] = useState(profile.name ?? '');
  const [email, setEmail] = useState(profile.email);
  const [password, setPassword] = useState('');
  const movesAway = email.trim() !== profile.email;
  const asks = movesAway && profile.has_password;
  const { form, busy, errors, errorMessage, onSubmit } = useForm({
    check: () => (asks && password === '' ? { password: auth.wrong.passwordMissing } : {}),
    fieldMessages: { name: auth.wrong.name, email: auth.wrong.email, password: auth.wrong.passwordMissing },
    fieldByCode: { EMAIL_TAKEN: 'email', INVALID_CREDENTIALS: 'password' },
    async send() {
      const { csrf_token: _, ...changed } = await api.patch<OwnAccount>('/account', {
        name: name.trim() === '' ? null : name.trim(),
        ...(movesAway ? { email: email.trim(), ...(asks ? { password } : {}) } : {}),
      });
      replaceAccount(changed);
      setPassword('');
      toast(common.saved);
    },
  });
  return (
    <Card title={words.title}>
      <form ref={form} class="stack" noValidate onSubmit={onSubmit}>
        <TextField
          label={words.name}
          optional
          name="name"
          autocomplete="name"
          maxLength={100}
          value={name}
          error={errors.name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TextField
          label={words.email}
          type="email"
          name="email"
          autocomplete="email"
          value={email}
          error={errors.email}
          onInput={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        {asks && (
          <PasswordField
            label={words.password}
            name="password"
            autocomplete="current-password"
            hint={words.passwordHint}
            value={password}
            error={errors.password}
            onValue={setPassword}
          />
        )}
        {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
        <div class="choices">
          <Button submit busy={busy}>
            {common.save}
          </Button>
        </div>
      </form>
    </Card>
  );
}
