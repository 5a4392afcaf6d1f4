import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../../../i18n/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorMessage } from '../../../ui/error-message.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { useForm } from '../../../use-form.ts';

interface PasswordStepProps {
  text: string;
  /** false for accounts that sign in by a provider: their fresh session is the proof. */
  hasPassword: boolean;
  action?: string;
  danger?: boolean;
  children?: ComponentChildren;
  /** @param proof the body of the request */
  onProof(proof: { password?: string }): Promise<void>;
  onCancel(): void;
}

/** The first step of a change: the password of the account. */
export function PasswordStep({ text, hasPassword, action, danger, children, onProof, onCancel }: PasswordStepProps) {
  const [password, setPassword] = useState('');
  const { form, busy, errors, errorMessage, onSubmit } = useForm({
    check: () => (hasPassword && password === '' ? { password: t('auth-wrong-password-missing') } : {}),
    fieldMessages: { password: t('auth-wrong-password-missing') },
    fieldByCode: { INVALID_CREDENTIALS: 'password' },
    send: () => onProof(hasPassword ? { password } : {}),
  });
  return (
    <form ref={form} class="stack" noValidate onSubmit={onSubmit}>
      <p>{text}</p>
      {children}
      {hasPassword && (
        <PasswordField
          label={t('two-step-password')}
          name="password"
          autocomplete="current-password"
          value={password}
          error={errors.password}
          onValue={setPassword}
        />
      )}
      {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
      <div class="choices end">
        <Button kind="quiet" onClick={onCancel}>
          {t('common-cancel')}
        </Button>
        <Button kind={danger === true ? 'danger' : 'primary'} submit busy={busy}>
          {action ?? t('two-step-continue')}
        </Button>
      </div>
    </form>
  );
}
