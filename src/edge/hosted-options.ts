/** What every hosted CDN that is called with a token needs. */
export interface HostedOptions {
  /** Address of its API in place of the usual one. */
  api?: string | undefined;
  /** What it calls the zone, service or pull zone. */
  zone: string;
  token: string;
  timeoutMs: number;
}
