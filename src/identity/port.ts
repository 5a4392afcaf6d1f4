/** A person as identified by the provider. */
export interface Identity {
  /** Issuer and subject identify the person; a subject is never reassigned. */
  issuer: string;
  subject: string;
  email: string | null;
  /** Whether the provider has verified that the person owns the address. */
  emailVerified: boolean;
  name: string | null;
  /** Whether the provider states that it has asked for more than one factor: `mfa` in `amr` (RFC 8176). */
  secondFactor: boolean;
}

/** The state to store between the redirect to the provider and the callback. */
export interface PendingSignIn {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** An identity provider. Every call may throw AppError SIGN_IN_FAILED or SERVICE_UNAVAILABLE. */
export interface IdentityProvider {
  /** Label of the sign-in button. */
  name: string;
  /** @returns the address to redirect the browser to */
  begin(callbackUrl: string): Promise<{ url: string; pending: PendingSignIn }>;
  /** @param currentUrl address of the callback with its query */
  finish(currentUrl: string, pending: PendingSignIn): Promise<Identity>;
}
