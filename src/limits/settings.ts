import ipaddr from 'ipaddr.js';
import { MAX_DISTANCE } from '../core/perceptual-hash.ts';
import { plansFrom } from '../core/plans.ts';
import { integer, list, matching } from '../lib/env.ts';

export const limitSettings = {
  plans: {
    name: 'IMGD_PLANS',
    default: '{}',
    parse: plansFrom,
    meaning:
      'JSON that replaces single figures of plans (`requestsPerHour`, `maxFileBytes`, `maxBulkFiles`, `maxPixels`; null = unlimited), such as `{"anonymous":{"requestsPerHour":500}}`.',
  },
  redisUrl: {
    name: 'IMGD_REDIS_URL',
    default: undefined,
    parse: redisUrl,
    secret: true,
    meaning:
      'The Redis in which requests and attempts are counted for all nodes, such as `redis://user:password@host:6379/0` (`rediss:` = TLS); none = each node counts in its memory.',
  },
  redisPrefix: {
    name: 'IMGD_REDIS_PREFIX',
    default: 'imgd',
    parse: matching(/^[\w.-]{1,64}$/, 'must be 1 to 64 letters, digits, "_", "-" or "."'),
    meaning: 'What the names of all keys in Redis begin with: nodes of one service have the same.',
  },
  trustProxy: {
    name: 'IMGD_TRUST_PROXY',
    default: '',
    parse: addresses,
    meaning: 'Addresses or networks, separated by commas, of the proxies whose X-Forwarded-For counts.',
  },
  maxAccountBytes: {
    name: 'IMGD_MAX_ACCOUNT_BYTES',
    default: '0',
    parse: integer(0),
    meaning: 'Bytes that the images of one account may take together; 0 = no limit.',
  },
  blockDistance: {
    name: 'IMGD_BLOCK_DISTANCE',
    default: '4',
    parse: integer(0, MAX_DISTANCE),
    meaning:
      'In how many of 64 bits the perceptual hash of an upload may differ from that of a blocked picture and still be refused; 0 = in none.',
  },
  maxExpiryHours: {
    name: 'IMGD_MAX_EXPIRY_HOURS',
    default: '87600',
    parse: integer(1, 1_000_000),
    meaning: 'The longest expiry of an upload in hours.',
  },
  maxAlbumLength: {
    name: 'IMGD_MAX_ALBUM_LENGTH',
    default: '255',
    parse: integer(1, 1_000),
    meaning: 'The longest album name in Unicode code points.',
  },
};

function redisUrl(text: string): string {
  if (!URL.canParse(text) || !/^rediss?:$/.test(new URL(text).protocol)) {
    throw new Error('must be a URL such as redis://user:password@host:6379/0');
  }
  return text;
}

function addresses(text: string): string[] {
  const items = list(text);
  const wrong = items.find((item) => !ipaddr.isValid(item) && !ipaddr.isValidCIDR(item));
  if (wrong !== undefined) throw new Error(`"${wrong}" is neither an address nor a network such as 10.0.0.0/8`);
  return items;
}
