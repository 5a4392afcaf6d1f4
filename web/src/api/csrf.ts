interface Kept {
  token: string;
  accountId: string;
}

let kept: Kept | undefined;

/** Stores the CSRF token of the session; undefined when the session has ended. */
export function keepCsrfToken(token: string | undefined, accountId = ''): void {
  kept = token === undefined ? undefined : { token, accountId };
}

/** The header that protects requests against cross-site request forgery. */
export function csrfHeaders(): Record<string, string> {
  return kept === undefined ? {} : { 'x-csrf-token': kept.token };
}

/**
 * Adopts the token of a session that began in another tab, but only for the same account: text typed here must not be
 * saved to another account.
 * @returns whether the token was new
 */
export function renewCsrfToken(token: string, accountId: string): boolean {
  if (kept === undefined || kept.accountId !== accountId || kept.token === token) return false;
  kept = { token, accountId };
  return true;
}
