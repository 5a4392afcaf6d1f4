/** The session in which this tab believes to be: requests say so, and the server refuses them in any other. */
export interface Sender {
  /** CSRF token of the session. */
  token: string;
  accountId: string;
}

let current: Sender | undefined;

/** Sets the session of later requests; undefined = anonymous. */
export function setSender(sender: Sender | undefined): void {
  current = sender;
}

/** The session of a request that is sent now. Keep it with the request for `recoverSession`. */
export function sender(): Sender | undefined {
  return current;
}

/** The header that protects requests against cross-site request forgery. */
export function csrfHeaders(): Record<string, string> {
  return current === undefined ? {} : { 'x-csrf-token': current.token };
}
