import { useState } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { TextField } from './field.tsx';

interface PasswordFieldProps {
  label: string;
  name: string;
  /** Hint for password managers. */
  autocomplete: 'current-password' | 'new-password';
  value: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** A dialog that opens focuses it. */
  autofocus?: boolean;
  onValue(value: string): void;
}

/** A password input that can show its value. */
export function PasswordField({ onValue, hint, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <div class="password-field">
      <TextField
        {...field}
        // The error says the same again.
        hint={field.error === undefined ? hint : undefined}
        type={shown ? 'text' : 'password'}
        required
        spellcheck={false}
        autocapitalize="off"
        maxLength={128}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
      />
      <button type="button" class="password-toggle" aria-pressed={shown} onClick={() => setShown(!shown)}>
        {shown ? t('auth-hide') : t('auth-show')}
      </button>
    </div>
  );
}
