import { auth } from '../../texts/auth.ts';
import type { FieldErrors } from '../../use-form.ts';

const MIN_PASSWORD = 8;
const MAX_PASSWORD = 128;

/** Whether it may be an email address at all; the service looks closer. */
export function checkEmail(email: string): FieldErrors {
  return /^\S+@\S+$/.test(email.trim()) ? {} : { email: auth.wrong.email };
}

/** Whether it may become a password. */
export function checkNewPassword(password: string, field = 'password'): FieldErrors {
  const { length } = [...password];
  return length >= MIN_PASSWORD && length <= MAX_PASSWORD ? {} : { [field]: auth.wrong.password };
}
