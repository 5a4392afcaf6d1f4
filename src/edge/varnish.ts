import type { Edge } from './port.ts';
import { edgeRequest, inBatches } from './request.ts';

const MOST_AT_ONCE = 50;

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
      inBatches(images, MOST_AT_ONCE, async (batch) => {
        const tags = batch.map(({ tag }) => tag);
        const urls = batch.flatMap((image) => image.urls);
        await Promise.all(servers.map((server) => tell(server, tags, urls)));
      }),
  };
}
