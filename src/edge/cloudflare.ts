import type { HostedOptions } from './hosted-options.ts';
import { type Edge, EdgeError } from './port.ts';
import { edgeRequest, inBatches, jsonOf } from './request.ts';

const MOST_TAGS_A_CALL = 100;

/** Cloudflare: purge by cache tag (`POST /zones/{zone}/purge_cache`). */
export function createCloudflareEdge({ api, zone, token, timeoutMs }: HostedOptions): Edge {
  return {
    present: true,
    purge: (images) =>
      inBatches(images, MOST_TAGS_A_CALL, async (batch) => {
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
