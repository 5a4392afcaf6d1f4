import { type Edge, EdgeError } from './port.ts';
import { edgeRequest, inBatches, jsonOf } from './request.ts';

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

/** bunny.net: purge of a pull zone by tag (`POST /pullzone/{id}/purgeCache`), one tag a call. */
export function createBunnyEdge({ api, zone, token, timeoutMs }: HostedOptions): Edge {
  return {
    present: true,
    purge: (images) =>
      inBatches(images, 1, async ([image]) => {
        await edgeRequest({
          method: 'POST',
          url: `${api ?? 'https://api.bunny.net'}/pullzone/${zone}/purgeCache`,
          headers: { accesskey: token, 'content-type': 'application/json' },
          body: JSON.stringify({ CacheTag: image?.tag }),
          timeoutMs,
        });
      }),
  };
}
