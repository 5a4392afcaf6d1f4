import type { HostedOptions } from './hosted-options.ts';
import { type Edge, EdgeError } from './port.ts';
import { edgeRequest, inBatches, jsonOf } from './request.ts';

const MOST_KEYS_A_CALL = 256;

/** Fastly: batch purge by surrogate key (`POST /service/{id}/purge`), which answers with a purge id for each key. */
export function createFastlyEdge({ api, zone, token, timeoutMs }: HostedOptions): Edge {
  return {
    present: true,
    async purge(images) {
      const forgotten = new Set<string>();
      const outcomes = await inBatches(images, MOST_KEYS_A_CALL, async (batch) => {
        const { text } = await edgeRequest({
          method: 'POST',
          url: `${api ?? 'https://api.fastly.com'}/service/${zone}/purge`,
          headers: { 'fastly-key': token, 'content-type': 'application/json', accept: 'application/json' },
          body: JSON.stringify({ surrogate_keys: batch.map(({ tag }) => tag) }),
          timeoutMs,
        });
        const answer = jsonOf(text);
        for (const { tag } of batch) if (typeof answer[tag] === 'string') forgotten.add(tag);
      });
      return images.map(({ tag }, i) => {
        if (outcomes[i] !== undefined || forgotten.has(tag)) return outcomes[i];
        return new EdgeError('The edge left this image out.', tag);
      });
    },
  };
}
