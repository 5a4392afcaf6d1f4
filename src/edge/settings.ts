import { anyText, httpUrl, integer, list, oneOf, type ValuesOf } from '../lib/env.ts';

export const edgeSettings = {
  kind: {
    name: 'IMGD_EDGE',
    default: 'none',
    parse: oneOf('none', 'cloudflare', 'fastly', 'bunny', 'cloudfront', 'varnish', 'nginx', 'webhook'),
    meaning:
      'What caches images in front of imgd and is told when one is gone: `none`, `cloudflare`, `fastly`, `bunny`, `cloudfront`, `varnish`, `nginx`, `webhook`.',
  },
  urls: {
    name: 'IMGD_EDGE_URL',
    default: '',
    parse: (text: string) => list(text).map(httpUrl),
    meaning:
      'Addresses, separated by commas, of all caches (`varnish`, `nginx`), the address that is called (`webhook`), or another address of the API of a hosted CDN.',
  },
  zone: {
    name: 'IMGD_EDGE_ZONE',
    default: undefined,
    parse: identifier,
    meaning:
      'What the CDN calls it: zone id (`cloudflare`), service id (`fastly`), pull zone id (`bunny`), distribution id (`cloudfront`).',
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
    meaning: 'Seconds that one call to the edge may take.',
  },
};

export type EdgeConfig = ValuesOf<typeof edgeSettings>;

const NEEDED: Record<EdgeConfig['kind'], readonly (keyof EdgeConfig)[]> = {
  none: [],
  cloudflare: ['zone', 'token'],
  fastly: ['zone', 'token'],
  bunny: ['zone', 'token'],
  cloudfront: ['zone', 'accessKeyId', 'secretAccessKey'],
  varnish: ['urls'],
  nginx: ['urls'],
  webhook: ['urls', 'token'],
};

/** What a kind of edge needs and is not there. @returns one line a problem, each naming its setting */
export function edgeProblems(config: EdgeConfig): string[] {
  const problems = NEEDED[config.kind]
    .filter((key) => config[key] === undefined || (key === 'urls' && config.urls.length === 0))
    .map((key) => `${edgeSettings[key].name}: is needed when IMGD_EDGE is ${config.kind}`);
  const hasOneAddress = config.kind === 'none' || NEEDED[config.kind][0] !== 'urls' || config.kind === 'webhook';
  if (hasOneAddress && config.urls.length > 1) problems.push('IMGD_EDGE_URL: must be one address here');
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
