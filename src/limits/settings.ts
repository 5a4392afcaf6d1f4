import ipaddr from 'ipaddr.js';
import { MAX_DISTANCE } from '../core/perceptual-hash.ts';
import { plansFrom } from '../core/plans.ts';
import { bytes, integer, list, matching, oneOf } from '../lib/setting-parsers.ts';
import { redisServers } from './redis-servers.ts';
import { windowsFrom } from './windows.ts';

/** What callers without an account do, and may have to pay for with a solved challenge. */
export type WorkPlace = 'registration' | 'uploads';

/** What needs a solution. A reload changes it in place, as it does the cost. */
export type Guarded = Readonly<Record<WorkPlace, boolean>>;

export const limitSettings = {
  plans: {
    name: 'IMGD_PLANS',
    default: '{}',
    parse: plansFrom,
    meaning:
      'JSON that overrides single limits of plans (`requestsPerHour`, `maxFileBytes`, `maxBulkFiles`, `maxPixels`; null = unlimited) or sets one (`storageBytes` of an account, `defaultExpiryHours`, `maxExpiryHours`), such as `{"anonymous":{"requestsPerHour":500}}`.',
  },
  windowFigures: {
    name: 'IMGD_WINDOWS',
    default: '{}',
    parse: windowsFrom,
    meaning:
      'JSON that overrides single figures of the [windows](security.md#windows) (`address`, `network`, `account`, `email`; null = unlimited), such as `{"variants":{"address":1000}}`.',
  },
  redisUrl: {
    name: 'IMGD_REDIS_URL',
    default: undefined,
    parse: redisUrl,
    secret: true,
    meaning:
      'Redis server that counts requests and attempts for all nodes, such as `redis://user:password@host:6379/0` (`rediss:` = TLS), `redis+sentinel://user:password@host:26379,host:26379/mymaster` or `redis+cluster://user:password@host:6379,host:6379` ([engines](engines.md#redis-that-fails-over)); without one each node counts in memory.',
  },
  redisPrefix: {
    name: 'IMGD_REDIS_PREFIX',
    default: 'imgd',
    parse: matching(/^[\w.-]{1,64}$/, 'must be 1 to 64 letters, digits, "_", "-" or "."'),
    meaning: 'Prefix of all keys in Redis; the same on all nodes of a service.',
  },
  trustProxy: {
    name: 'IMGD_TRUST_PROXY',
    default: '',
    parse: addresses,
    meaning: 'Comma-separated addresses or networks of the proxies whose X-Forwarded-For is trusted.',
  },
  maxAccountBytes: {
    name: 'IMGD_MAX_ACCOUNT_BYTES',
    default: '0',
    parse: bytes(0),
    meaning: 'Limit of the stored bytes of one account; 0 = no limit.',
  },
  blockDistance: {
    name: 'IMGD_BLOCK_DISTANCE',
    default: '4',
    parse: integer(0, MAX_DISTANCE),
    meaning:
      'Largest distance, in bits of 64, between the perceptual hashes of an upload and a blocked image at which the upload is refused; 0 = equal hashes only.',
  },
  anonymousUploads: {
    name: 'IMGD_ANONYMOUS_UPLOADS',
    default: 'on',
    parse: oneOf('on', 'off'),
    meaning: 'Uploads without an account or an upload ticket: `off` refuses them with 401 `ANONYMOUS_UPLOADS_OFF`.',
  },
  challenge: {
    name: 'IMGD_CHALLENGE',
    default: 'off',
    parse: guarded,
    meaning:
      'What needs the solution of a [proof-of-work challenge](api.md#challenges): `registration`, `uploads` without an account, `all` or `off`. SIGHUP applies a change.',
  },
  challengeCost: {
    name: 'IMGD_CHALLENGE_COST',
    default: '1000',
    parse: (text: string) => ({ iterations: integer(1, 1_000_000)(text) }),
    meaning:
      'PBKDF2 iterations of one try at a challenge; a solution needs 4,096 tries on average. Twice as many cost twice the time: see [security](security.md#challenges). SIGHUP applies a change.',
  },
  storageBytes: {
    name: 'IMGD_STORAGE_BYTES',
    default: '0',
    parse: bytes(0),
    meaning:
      'Limit of the stored bytes of the whole service, thumbnails and variants included; beyond it uploads are answered 507 `STORAGE_FULL`. They are counted every 30 seconds, so that several nodes may exceed it by what they store in that time. 0 = no limit.',
  },
  uploaderHashDays: {
    name: 'IMGD_UPLOADER_HASH_DAYS',
    default: '7',
    parse: integer(0, 30),
    meaning:
      'Days for which a keyed hash of the network of an anonymous uploader is kept with the image, so that administrators find all images of a raid; 0 = nothing is kept. See [security](security.md#uploaders).',
  },
  maxExpiryHours: {
    name: 'IMGD_MAX_EXPIRY_HOURS',
    default: '87600',
    parse: integer(1, 1_000_000),
    meaning: 'Longest expiry of an upload, in hours.',
  },
  trashDays: {
    name: 'IMGD_TRASH_DAYS',
    default: '30',
    parse: integer(0, 3_650),
    meaning:
      'Days that an image stays in the trash of its account before it is deleted for good; counted from the move, so that a change affects later moves only. 0 = no trash: a move there deletes for good at once.',
  },
  resumableHours: {
    name: 'IMGD_RESUMABLE_HOURS',
    default: '24',
    parse: integer(1, 720),
    meaning: 'Hours until an unfinished resumable upload expires and its bytes are removed.',
  },
  resumableUploads: {
    name: 'IMGD_RESUMABLE_UPLOADS',
    default: '20',
    parse: integer(1, 10_000),
    meaning: 'Unfinished resumable uploads of one account, or of one address without one.',
  },
  resumableBytes: {
    name: 'IMGD_RESUMABLE_BYTES',
    default: String(2 * 2 ** 30),
    parse: bytes(1),
    meaning:
      'Bytes that the unfinished resumable uploads of one account or address may take together; a single one may always have the size that the plan allows.',
  },
  maxAlbumLength: {
    name: 'IMGD_MAX_ALBUM_LENGTH',
    default: '255',
    parse: integer(1, 1_000),
    meaning: 'Longest album name, in Unicode code points.',
  },
};

function guarded(text: string): Guarded {
  const word = oneOf('off', 'registration', 'uploads', 'all')(text);
  return { registration: word === 'registration' || word === 'all', uploads: word === 'uploads' || word === 'all' };
}

function redisUrl(text: string): string {
  redisServers(text);
  return text;
}

function addresses(text: string): string[] {
  const items = list(text);
  const wrong = items.find((item) => !ipaddr.isValid(item) && !ipaddr.isValidCIDR(item));
  if (wrong !== undefined) throw new Error(`"${wrong}" is neither an address nor a network such as 10.0.0.0/8`);
  return items;
}
