import { t } from '../../i18n/i18n.ts';
import { TextField } from '../../ui/field.tsx';

interface EmailFieldProps {
  value: string;
  hint?: string | undefined;
  error: string | undefined;
  onValue: (value: string) => void;
}

/** The email address that an account signs in with. Password managers fill it. */
export function EmailField({ value, hint, error, onValue }: EmailFieldProps) {
  return (
    <TextField
      label={t('auth-email')}
      type="email"
      name="email"
      autocomplete="username"
      required
      value={value}
      hint={hint}
      error={error}
      onInput={({ currentTarget }) => onValue(currentTarget.value)}
    />
  );
}
