import { AppError } from '../core/errors.ts';

/** New passwords have at least as many characters, so that shorter entries of the list are never compared. */
const MIN_LENGTH = 8;

let loading: Promise<ReadonlySet<string>> | undefined;

/**
 * Refuses passwords that an attacker tries first: common ones, and the address of the account (NIST SP 800-63B, section
 * 3.1.1.2). Existing passwords are not checked.
 * @param param name of the request member that holds the password
 * @throws AppError INVALID_PARAMETER with `details.reason`: `common_password` or `email_address`
 */
export async function checkNewPassword(password: string, email: string, param: string): Promise<void> {
  const plain = password.trim().normalize('NFC').toLowerCase();
  const localPart = email.slice(0, email.lastIndexOf('@'));
  if (plain === email || plain === localPart) {
    const detail = 'The email address is no password.';
    throw new AppError('INVALID_PARAMETER', { detail, param, details: { reason: 'email_address' } });
  }
  if (await isCommonPassword(plain)) {
    const detail = 'This password is one of the most common ones: choose another.';
    throw new AppError('INVALID_PARAMETER', { detail, param, details: { reason: 'common_password' } });
  }
}

/**
 * Whether a password is in a list of the 49,000 most common ones, reversed or not, or only repeats a part of itself.
 * @param password in lower case
 */
async function isCommonPassword(password: string): Promise<boolean> {
  // Loaded on demand: commands and most requests never need the list.
  loading ??= loadList();
  const list = await loading;
  const reversed = [...password].reverse().join('');
  return list.has(password) || list.has(reversed) || /^(.+?)\1+$/su.test(password);
}

async function loadList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter((password) => password.length >= MIN_LENGTH));
}
