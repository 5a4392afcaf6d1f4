let token: string | undefined;

/** Keeps the token that requests of this session carry; undefined when it has ended. */
export function keepCsrfToken(given: string | undefined): void {
  token = given;
}

/** The header field that tells a request of this page from one that another site makes with the same cookie. */
export function csrfHeaders(): Record<string, string> {
  return token === undefined ? {} : { 'x-csrf-token': token };
}
