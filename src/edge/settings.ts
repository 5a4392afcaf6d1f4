import type { ValuesOf } from '../lib/env.ts';
import { anyText, httpUrl, integer, list, oneOf } from '../lib/setting-parsers.ts';

export const edgeSettings = {
  kind: {
    name: 'IMGD_EDGE',
    default: 'none',
    parse: oneOf('none', 'cloudflare', 'fastly', 'bunny', 'cloudfront', 'varnish', 'nginx', 'webhook'),
    meaning:
      'CDN or cache in front of imgd, which purges deleted images: `none`, `cloudflare`, `fastly`, `bunny`, `cloudfront`, `varnish`, `nginx`, `webhook`.',
  },
  urls: {
    name: 'IMGD_EDGE_URL',
    default: '',
    parse: (text: string) => list(text).map(httpUrl),
    meaning:
      'Comma-separated addresses of all caches (`varnish`, `nginx`), the address of the webhook (`webhook`), or another address of the API of a hosted CDN.',
  },
  zone: {
    name: 'IMGD_EDGE_ZONE',
    default: undefined,
    parse: identifier,
    meaning:
      'Id at the CDN: zone (`cloudflare`), service (`fastly`), pull zone (`bunny`), distribution (`cloudfront`).',
  },
  token: {
    name: 'IMGD_EDGE_TOKEN',
    default: undefined,
    parse: headerValue,
    meaning: 'API token of the CDN (`cloudflare`, `fastly`, `bunny`), or the signing secret `whsec_…` (`webhook`).',
    secret: true,
  },
  accessKeyId: {
    name: 'IMGD_EDGE_ACCESS_KEY_ID',
    default: undefined,
    parse: headerValue,
    meaning: 'AWS access key id (`cloudfront`).',
    secret: true,
  },
  secretAccessKey: {
    name: 'IMGD_EDGE_SECRET_ACCESS_KEY',
    default: undefined,
    parse: anyText,
    meaning: 'AWS secret access key (`cloudfront`).',
    secret: true,
  },
  timeoutSeconds: {
    name: 'IMGD_EDGE_TIMEOUT_SECONDS',
    default: '10',
    parse: integer(1, 55),
    meaning: 'Time limit of one call to the edge, in seconds.',
  },
};

export type EdgeConfig = ValuesOf<typeof edgeSettings>;

const REQUIRED: Record<EdgeConfig['kind'], readonly (keyof EdgeConfig)[]> = {
  none: [],
  cloudflare: ['zone', 'token'],
  fastly: ['zone', 'token'],
  bunny: ['zone', 'token'],
  cloudfront: ['zone', 'accessKeyId', 'secretAccessKey'],
  varnish: ['urls'],
  nginx: ['urls'],
  webhook: ['urls', 'token'],
};

/** Checks that the settings of a kind of edge are complete. @returns one line for each problem, with the name of the setting */
export function edgeProblems(config: EdgeConfig): string[] {
  const problems = REQUIRED[config.kind]
    .filter((key) => config[key] === undefined || (key === 'urls' && config.urls.length === 0))
    .map((key) => `${edgeSettings[key].name}: required when IMGD_EDGE is ${config.kind}`);
  const takesOneAddress = config.kind === 'none' || REQUIRED[config.kind][0] !== 'urls' || config.kind === 'webhook';
  if (takesOneAddress && config.urls.length > 1)
    problems.push(`IMGD_EDGE_URL: must be a single address when IMGD_EDGE is ${config.kind}`);
  if (
    config.kind === 'webhook' &&
    config.token !== undefined &&
    !/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(config.token)
  ) {
    problems.push('IMGD_EDGE_TOKEN: must be whsec_ and at least 24 bytes in base64 when IMGD_EDGE is webhook');
  }
  return problems;
}

function identifier(text: string): string {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(text)) throw new Error('must be letters, digits, - and _ only');
  return text;
}

function headerValue(text: string): string {
  if (!/^[\x21-\x7e]+$/.test(text)) throw new Error('must be printable ASCII without spaces');
  return text;
}
