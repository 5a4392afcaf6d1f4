import type { WebhookHeaders } from '../lib/webhook-signature.ts';

/** A signed message to a receiver that an account chose. */
export interface WebhookMessage {
  url: string;
  headers: WebhookHeaders;
  /** JSON. */
  body: string;
}

/** What became of one attempt. */
export interface WebhookAnswer {
  isDelivered: boolean;
  /** HTTP status; null = no answer. */
  status: number | null;
  /** Why it failed, in public words; null = delivered. */
  error: string | null;
  /** The receiver asks for no attempt before; bounded. */
  retryAfterMs: number;
}

/**
 * Makes one attempt, which ends within a time-out. It follows no redirects, and reaches only receivers that the operator
 * permits. It does not throw.
 */
export type SendWebhook = (message: WebhookMessage) => Promise<WebhookAnswer>;
