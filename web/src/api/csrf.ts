interface CsrfToken {
  token: string;
  accountId: string;
}

let current: CsrfToken | undefined;

/** Stores the CSRF token of the session; undefined when the session has ended. */
export function setCsrfToken(token: string | undefined, accountId = ''): void {
  current = token === undefined ? undefined : { token, accountId };
}

/** The header that protects requests against cross-site request forgery. */
export function csrfHeaders(): Record<string, string> {
  return current === undefined ? {} : { 'x-csrf-token': current.token };
}

/**
 * Adopts the token of a session that began in another tab, but only for the same account: text typed here must not be
 * saved to another account.
 * @returns whether the token was new
 */
export function adoptCsrfToken(token: string, accountId: string): boolean {
  if (current === undefined || current.accountId !== accountId || current.token === token) return false;
  current = { token, accountId };
  return true;
}
