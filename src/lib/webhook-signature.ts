import { createHmac } from 'node:crypto';

export type WebhookHeaders = Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>;

/**
 * The three header fields of a signed message (Standard Webhooks 1.0.0, symmetric signatures `v1`).
 * @param secrets `whsec_` and the key in base64; one signature each, so that a receiver with any of them can verify
 * @param id the same at each attempt, without a full stop
 */
export function signWebhook(secrets: readonly string[], body: string, nowMs: number, id: string): WebhookHeaders {
  const timestamp = String(Math.floor(nowMs / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
