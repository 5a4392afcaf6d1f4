import { createHmac, randomUUID } from 'node:crypto';
import type { EdgeCopies } from '../core/links.ts';
import type { Edge } from './port.ts';
import { edgeRequest, inBatches } from './request.ts';

const MOST_AT_ONCE = 100;

export interface WebhookOptions {
  url: string;
  /** `whsec_` and the key in base64. */
  secret: string;
  timeoutMs: number;
}

/**
 * Any other edge: a program of the operator's that is told what to forget, signed as Standard Webhooks 1.0.0 says
 * (symmetric, `v1`). 2xx means that it is forgotten.
 */
export function createWebhookEdge({ url, secret, timeoutMs }: WebhookOptions): Edge {
  return {
    present: true,
    purge: (images) =>
      inBatches(images, MOST_AT_ONCE, async (batch) => {
        const now = new Date();
        const body = messageOf(batch, now);
        const headers = { 'content-type': 'application/json', ...signWebhook(secret, body, now.getTime()) };
        await edgeRequest({ method: 'POST', url, headers, body, timeoutMs });
      }),
  };
}

function messageOf(images: readonly EdgeCopies[], now: Date): string {
  const data = { images: images.map(({ tag, urls }) => ({ tag, urls })) };
  return JSON.stringify({ type: 'edge.purge', timestamp: now.toISOString(), data });
}

/** The three header fields of a signed message. */
export function signWebhook(
  secret: string,
  body: string,
  nowMs: number,
  id = `msg_${randomUUID()}`,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(nowMs / 1_000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
