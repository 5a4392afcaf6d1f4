import { randomUUID } from 'node:crypto';
import type { EdgeCopies } from '../core/links.ts';
import { createSemaphore } from '../lib/throttle.ts';
import { signWebhook } from '../lib/webhook-signature.ts';
import { createCloudFrontEdge } from './cloudfront.ts';
import { type Edge, EdgeError } from './port.ts';
import { edgeRequest, inBatches, jsonOf } from './request.ts';
import type { EdgeConfig } from './settings.ts';

/** @param config settings without `edgeProblems` */
export function createEdge(config: EdgeConfig): Edge {
  const { kind, urls, zone = '', token = '', accessKeyId = '', secretAccessKey = '' } = config;
  const timeoutMs = config.timeoutSeconds * 1_000;
  const hosted = { api: urls[0], zone, token, timeoutMs };
  switch (kind) {
    case 'none':
      return { present: false, purge: async (images) => images.map(() => undefined) };
    case 'cloudflare':
      return createCloudflareEdge(hosted);
    case 'fastly':
      return createFastlyEdge(hosted);
    case 'bunny':
      return createBunnyEdge(hosted);
    case 'cloudfront':
      return createCloudFrontEdge({ api: urls[0], distribution: zone, accessKeyId, secretAccessKey, timeoutMs });
    case 'varnish':
      return createVarnishEdge({ servers: urls, timeoutMs });
    case 'nginx':
      return createNginxEdge({ servers: urls, timeoutMs });
    case 'webhook':
      return createWebhookEdge({ url: urls[0] ?? '', secret: token, timeoutMs });
  }
}

const MAX_CLOUDFLARE_TAGS = 100;
const MAX_FASTLY_KEYS = 256;

/** A hosted CDN whose API takes a token. */
export interface HostedOptions {
  /** Address of the API; undefined = that of the provider. */
  api?: string | undefined;
  /** Id of the zone, service or pull zone. */
  zone: string;
  token: string;
  timeoutMs: number;
}

/** Cloudflare: purge by cache tag (`POST /zones/{zone}/purge_cache`). */
export function createCloudflareEdge({ api, zone, token, timeoutMs }: HostedOptions): Edge {
  return {
    present: true,
    purge: (images) =>
      inBatches(images, MAX_CLOUDFLARE_TAGS, async (batch) => {
        const { text } = await edgeRequest({
          method: 'POST',
          url: `${api ?? 'https://api.cloudflare.com/client/v4'}/zones/${zone}/purge_cache`,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ tags: batch.map(({ tag }) => tag) }),
          timeoutMs,
        });
        const answer = jsonOf(text);
        if (answer.success !== true) throw new EdgeError('The edge refused to purge.', JSON.stringify(answer.errors));
      }),
  };
}

/** Fastly: batch purge by surrogate key (`POST /service/{id}/purge`). The response has a purge id for each key. */
export function createFastlyEdge({ api, zone, token, timeoutMs }: HostedOptions): Edge {
  return {
    present: true,
    async purge(images) {
      const purged = new Set<string>();
      const outcomes = await inBatches(images, MAX_FASTLY_KEYS, async (batch) => {
        const { text } = await edgeRequest({
          method: 'POST',
          url: `${api ?? 'https://api.fastly.com'}/service/${zone}/purge`,
          headers: { 'fastly-key': token, 'content-type': 'application/json', accept: 'application/json' },
          body: JSON.stringify({ surrogate_keys: batch.map(({ tag }) => tag) }),
          timeoutMs,
        });
        const answer = jsonOf(text);
        for (const { tag } of batch) if (typeof answer[tag] === 'string') purged.add(tag);
      });
      return images.map(({ tag }, i) => {
        if (outcomes[i] !== undefined || purged.has(tag)) return outcomes[i];
        return new EdgeError('The edge left this image out.', tag);
      });
    },
  };
}

const BUNNY_PARALLEL = 4;

/** bunny.net: purge of a pull zone by tag (`POST /pullzone/{id}/purgeCache`), one tag a call. */
export function createBunnyEdge({ api, zone, token, timeoutMs }: HostedOptions): Edge {
  return {
    present: true,
    purge: (images) =>
      inBatches(
        images,
        1,
        async ([image]) => {
          await edgeRequest({
            method: 'POST',
            url: `${api ?? 'https://api.bunny.net'}/pullzone/${zone}/purgeCache`,
            headers: { accesskey: token, 'content-type': 'application/json' },
            body: JSON.stringify({ CacheTag: image?.tag }),
            timeoutMs,
          });
        },
        BUNNY_PARALLEL,
      ),
  };
}

const MAX_VARNISH_BATCH = 100;
const MAX_WEBHOOK_BATCH = 100;

export interface ProxyOptions {
  /** Address of each cache; a purge goes to all of them. */
  servers: readonly string[];
  timeoutMs: number;
}

/**
 * Varnish with `deploy/varnish/imgd.vcl`: one BAN by tag covers all copies of a batch of images, at once for every request.
 * Its lurker frees the memory later.
 */
export function createVarnishEdge({ servers, timeoutMs }: ProxyOptions): Edge {
  return {
    present: true,
    purge: (images) =>
      inBatches(images, MAX_VARNISH_BATCH, async (batch) => {
        const headers = { 'x-imgd-tags': batch.map(({ tag }) => tag).join('|') };
        const ban = (server: string) => edgeRequest({ method: 'BAN', url: `${server}/`, headers, timeoutMs });
        await Promise.all(servers.map(ban));
      }),
  };
}

/** The languages by which `deploy/nginx/imgd.conf` keeps copies of pages. A test compares both. */
export const PAGE_LANGUAGES: readonly string[] = ['en', 'de', 'es', 'fr', 'pt', 'zh', 'ja', 'ar'];

/** Requests at once, to each server. */
const NGINX_PARALLEL = 16;

/**
 * nginx with `deploy/nginx/imgd.conf`. Without extra modules nginx cannot remove a copy, only replace it: by an answer of
 * its own that is outdated at once, so that these requests do not come back to imgd. It finds copies by address only, not
 * by tag.
 */
export function createNginxEdge({ servers, timeoutMs }: ProxyOptions): Edge {
  async function refresh(server: string, url: string, language: string): Promise<void> {
    const { pathname, search } = new URL(url);
    const { headers } = await edgeRequest({
      method: 'HEAD',
      url: server + pathname + search,
      headers: { 'x-imgd-refresh': '1', 'accept-language': language },
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
    purge(images) {
      const inTurn = createSemaphore(NGINX_PARALLEL);
      const purgeAll = async ([image]: readonly EdgeCopies[]): Promise<void> => {
        const { urls = [], pages = [] } = image ?? {};
        const copies = urls.flatMap((url) =>
          (pages.includes(url) ? PAGE_LANGUAGES : ['en']).map((language) => ({ url, language })),
        );
        const refreshAt = ({ url, language }: (typeof copies)[number]) =>
          inTurn(() => Promise.all(servers.map((server) => refresh(server, url, language))));
        await Promise.all(copies.map(refreshAt));
      };
      return inBatches(images, 1, purgeAll, NGINX_PARALLEL);
    },
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
        const headers = {
          'content-type': 'application/json',
          ...signWebhook([secret], body, now.getTime(), `msg_${randomUUID()}`),
        };
        await edgeRequest({ method: 'POST', url, headers, body, timeoutMs });
      }),
  };
}

function messageOf(images: readonly EdgeCopies[], now: Date): string {
  const data = { images: images.map(({ tag, urls }) => ({ tag, urls })) };
  return JSON.stringify({ type: 'edge.purge', timestamp: now.toISOString(), data });
}
