import { auth } from '../../texts/auth.ts';
import type { FieldErrors } from '../../use-form.ts';

const MIN_PASSWORD = 8;
const MAX_PASSWORD = 128;

/** Rejects obvious typing errors. The server validates the address completely. */
export function validateEmail(email: string): FieldErrors {
  return /^\S+@\S+$/.test(email.trim()) ? {} : { email: auth.wrong.email };
}

export function validateNewPassword(password: string, field = 'password'): FieldErrors {
  const { length } = [...password];
  return length >= MIN_PASSWORD && length <= MAX_PASSWORD ? {} : { [field]: auth.wrong.password };
}
