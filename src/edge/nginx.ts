import { type Edge, EdgeError } from './port.ts';
import { edgeRequest, inBatches } from './request.ts';

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
