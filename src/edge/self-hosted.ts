import { createHmac, randomUUID } from 'node:crypto';
import type { EdgeCopies } from '../core/links.ts';
import { type Edge, EdgeError } from './port.ts';
import { edgeRequest, inBatches } from './request.ts';

const MAX_VARNISH_BATCH = 50;
const MAX_WEBHOOK_BATCH = 100;

export interface ProxyOptions {
  /** Address of each cache; a purge goes to all of them. */
  servers: readonly string[];
  timeoutMs: number;
}

/**
 * Varnish with `deploy/varnish/imgd.vcl`: PURGE of every address frees its memory at once, then one BAN by tag covers
 * the copies under all other addresses.
 */
export function createVarnishEdge({ servers, timeoutMs }: ProxyOptions): Edge {
  async function purgeAt(server: string, tags: readonly string[], urls: readonly string[]): Promise<void> {
    for (const url of urls) {
      const { pathname, search } = new URL(url);
      await edgeRequest({ method: 'PURGE', url: server + pathname + search, timeoutMs });
    }
    await edgeRequest({ method: 'BAN', url: `${server}/`, headers: { 'x-imgd-tags': tags.join('|') }, timeoutMs });
  }

  return {
    present: true,
    purge: (images) =>
      inBatches(images, MAX_VARNISH_BATCH, async (batch) => {
        const tags = batch.map(({ tag }) => tag);
        const urls = batch.flatMap((image) => image.urls);
        await Promise.all(servers.map((server) => purgeAt(server, tags, urls)));
      }),
  };
}

/**
 * nginx with `deploy/nginx/imgd.conf`. Without extra modules nginx cannot remove a copy, only replace it: it fetches a
 * deleted image again and caches the 404. It finds copies by address only, not by tag.
 */
export function createNginxEdge({ servers, timeoutMs }: ProxyOptions): Edge {
  async function refresh(server: string, url: string): Promise<void> {
    const { pathname, search } = new URL(url);
    const { headers } = await edgeRequest({
      method: 'HEAD',
      url: server + pathname + search,
      headers: { 'x-imgd-refresh': '1' },
      timeoutMs,
      alsoFine: [404],
    });
    const status = headers.get('x-cache-status');
    if (status !== 'BYPASS') {
      throw new EdgeError('The edge did not refresh its copy.', `${server}: X-Cache-Status: ${status ?? '(none)'}`);
    }
  }

  return {
    present: true,
    purge: (images) =>
      inBatches(images, 1, async (batch) => {
        for (const url of batch.flatMap(({ urls }) => urls))
          await Promise.all(servers.map((server) => refresh(server, url)));
      }),
  };
}

export interface WebhookOptions {
  url: string;
  /** `whsec_` and the key in base64. */
  secret: string;
  timeoutMs: number;
}

/**
 * Any other edge, through a program of the operator: a POST signed as in Standard Webhooks 1.0.0 (symmetric, `v1`). A 2xx
 * response means that the images are purged.
 */
export function createWebhookEdge({ url, secret, timeoutMs }: WebhookOptions): Edge {
  return {
    present: true,
    purge: (images) =>
      inBatches(images, MAX_WEBHOOK_BATCH, async (batch) => {
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

/** The three header fields of a signed message (Standard Webhooks 1.0.0). */
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
