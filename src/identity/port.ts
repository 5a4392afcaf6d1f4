/** Who somebody is, as another service says. */
export interface Identity {
  /** The service, and its name for the person that it never gives to anybody else. */
  issuer: string;
  subject: string;
  email: string | null;
  /** Whether the service has made sure that the address is the person's. */
  emailVerified: boolean;
  name: string | null;
}

/** What has to be remembered between sending somebody away and their coming back. */
export interface PendingSignIn {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** Another service that says who somebody is. Every call fails with AppError SIGN_IN_FAILED or SERVICE_UNAVAILABLE. */
export interface IdentityProvider {
  /** For the button that leads there. */
  name: string;
  /** @returns the address that the browser is sent to */
  begin(callbackUrl: string): Promise<{ url: string; pending: PendingSignIn }>;
  /** @param currentUrl the address that the browser has come back to, with its query */
  finish(currentUrl: string, pending: PendingSignIn): Promise<Identity>;
}
