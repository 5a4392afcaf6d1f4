import { createNoEdge } from './none.ts';
import type { Edge } from './port.ts';
import type { EdgeConfig } from './settings.ts';
import { createVarnishEdge } from './varnish.ts';

/** The edge of the settings, which have been found complete. */
export function createEdge(config: EdgeConfig): Edge {
  const timeoutMs = config.timeoutSeconds * 1_000;
  switch (config.kind) {
    case 'varnish':
      return createVarnishEdge({ servers: config.urls, timeoutMs });
    default:
      return createNoEdge();
  }
}
