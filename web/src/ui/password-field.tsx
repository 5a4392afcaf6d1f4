import { useState } from 'preact/hooks';
import { auth } from '../texts/auth.ts';
import { TextField } from './field.tsx';

interface PasswordFieldProps {
  label: string;
  name: string;
  /** Hint for password managers. */
  autocomplete: 'current-password' | 'new-password';
  value: string;
  hint?: string;
  error?: string | undefined;
  onValue(value: string): void;
}

/** A password input that can show its value. */
export function PasswordField({ onValue, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <div class="password-field">
      <TextField
        {...field}
        type={shown ? 'text' : 'password'}
        required
        spellcheck={false}
        autocapitalize="off"
        maxLength={128}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
      />
      <button type="button" class="password-toggle" aria-pressed={shown} onClick={() => setShown(!shown)}>
        {shown ? auth.hide : auth.show}
      </button>
    </div>
  );
}
