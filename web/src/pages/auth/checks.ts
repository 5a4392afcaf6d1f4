import type { ApiError } from '../../api/api-error.ts';
import { t } from '../../i18n/i18n.ts';
import type { FieldErrors } from '../../use-form.ts';

const MIN_PASSWORD = 8;
const MAX_PASSWORD = 128;

/** Rejects obvious typing errors. The server validates the address completely. */
export function validateEmail(email: string): FieldErrors {
  return /^\S+@\S+$/.test(email.trim()) ? {} : { email: t('auth-wrong-email') };
}

export function validateNewPassword(password: string, field = 'password'): FieldErrors {
  const { length } = [...password];
  return length >= MIN_PASSWORD && length <= MAX_PASSWORD ? {} : { [field]: t('auth-wrong-password') };
}

/** Why the API refuses a new password. */
export function explainPassword({ details }: ApiError): string {
  if (details.reason === 'common_password') return t('auth-wrong-password-common');
  if (details.reason === 'email_address') return t('auth-wrong-password-is-email');
  return t('auth-wrong-password');
}

/** Length above which a new password gets no further advice. */
const GOOD_PASSWORD = 12;
/** Different characters below which a long password is still easy to guess. */
const FEW_CHARACTERS = 5;

/** Advice about a new password while it is typed. The server alone refuses common ones. */
export function passwordHint(password: string): string {
  const characters = [...password];
  if (characters.length < MIN_PASSWORD) return t('auth-password-hint');
  if (new Set(characters).size < FEW_CHARACTERS) return t('auth-password-hint-varied');
  return characters.length < GOOD_PASSWORD ? t('auth-password-hint-longer') : t('auth-password-hint-good');
}
