interface Kept {
  token: string;
  accountId: string;
}

let kept: Kept | undefined;

/** Keeps the token that requests of this session carry; undefined when it has ended. */
export function keepCsrfToken(token: string | undefined, accountId = ''): void {
  kept = token === undefined ? undefined : { token, accountId };
}

/** The header field that tells a request of this page from one that another site makes with the same cookie. */
export function csrfHeaders(): Record<string, string> {
  return kept === undefined ? {} : { 'x-csrf-token': kept.token };
}

/**
 * Adopts the token of a session that began in another tab, if it belongs to the same account: text typed here must not
 * be saved to another account.
 * @returns whether the token was new
 */
export function renewCsrfToken(token: string, accountId: string): boolean {
  if (kept === undefined || kept.accountId !== accountId || kept.token === token) return false;
  kept = { token, accountId };
  return true;
}
