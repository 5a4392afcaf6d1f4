/** Settings of `Strict-Transport-Security`. */
export interface TransportSecurity {
  readonly baseUrl: string;
  /** 0 = off. */
  hstsSeconds: number;
}

/** The value of `Strict-Transport-Security` (RFC 6797); undefined where the service has no https address. */
export function strictTransport({ baseUrl, hstsSeconds }: TransportSecurity): string | undefined {
  return baseUrl.startsWith('https:') && hstsSeconds > 0 ? `max-age=${hstsSeconds}` : undefined;
}
