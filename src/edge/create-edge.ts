import { createCloudFrontEdge } from './cloudfront.ts';
import { createBunnyEdge, createCloudflareEdge, createFastlyEdge } from './hosted.ts';
import type { Edge } from './port.ts';
import { createNginxEdge, createVarnishEdge, createWebhookEdge } from './self-hosted.ts';
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
