import { createHmac, randomUUID } from 'node:crypto';
import type { EdgeCopies } from '../core/links.ts';
import { type Edge, EdgeError } from './port.ts';
import { edgeRequest, inBatches } from './request.ts';

const MAX_VARNISH_BATCH = 50;

export interface VarnishOptions {
  /** Address of each Varnish; all have to be told. */
  servers: readonly string[];
  timeoutMs: number;
}

/**
 * Varnish with `deploy/varnish/imgd.vcl`: PURGE of every address frees its memory at once, then one BAN by tag hits
 * whatever else was kept, under any address.
 */
export function createVarnishEdge({ servers, timeoutMs }: VarnishOptions): Edge {
  async function tell(server: string, tags: readonly string[], urls: readonly string[]): Promise<void> {
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
        await Promise.all(servers.map((server) => tell(server, tags, urls)));
      }),
  };
}

export interface NginxOptions {
  /** Address of each nginx; all have to be told. */
  servers: readonly string[];
  timeoutMs: number;
}

/**
 * nginx with `deploy/nginx/imgd.conf`. Without modules it cannot remove a copy, only fetch it anew: what is gone is
 * answered 404 from then on, and what has changed as it is now. It knows addresses only, no tags.
 */
export function createNginxEdge({ servers, timeoutMs }: NginxOptions): Edge {
  async function refresh(server: string, url: string): Promise<void> {
    const { pathname, search } = new URL(url);
    const { headers } = await edgeRequest({
      method: 'HEAD',
      url: server + pathname + search,
      headers: { 'x-imgd-refresh': '1' },
      timeoutMs,
      alsoFine: [404],
    });
    const done = headers.get('x-cache-status');
    if (done !== 'BYPASS') throw new EdgeError('The edge did not refresh its copy.', `${server}: ${done ?? 'no word'}`);
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

const MAX_WEBHOOK_BATCH = 100;

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
