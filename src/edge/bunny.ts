import type { HostedOptions } from './hosted-options.ts';
import type { Edge } from './port.ts';
import { edgeRequest, inBatches } from './request.ts';

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
