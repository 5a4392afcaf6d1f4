import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { ApiError } from './api/api-error.ts';
import { t } from './i18n/i18n.ts';

/** Whether this browser can use passkeys on this page: not without https, except on localhost. */
export function canUsePasskeys(): boolean {
  return window.isSecureContext && browserSupportsWebAuthn();
}

/** Makes a passkey by the options of the API. @throws ApiError PASSKEY_FAILED when the user or the device refuses */
export function createPasskey(options: object): Promise<object> {
  return orFailure(() => startRegistration({ optionsJSON: options as never }));
}

/** Signs with a passkey by the options of the API. @throws ApiError PASSKEY_FAILED when the user or the device refuses */
export function signWithPasskey(options: object): Promise<object> {
  return orFailure(() => startAuthentication({ optionsJSON: options as never }));
}

async function orFailure<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch {
    throw new ApiError(0, { code: 'PASSKEY_FAILED', message: t('two-step-passkey-failed') });
  }
}
