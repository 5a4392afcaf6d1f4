import { hash, randomBytes, randomFillSync } from 'node:crypto';
import { crc32 } from 'node:zlib';

export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** The largest multiple of 62 below 256. Larger bytes are discarded, so that all characters are equally likely. */
const UNBIASED_BELOW = 248;

/** Random bytes fetched in advance: a system call costs far more than a few bytes. */
const pool = Buffer.alloc(4_096);
let next = pool.length;

/** `length` characters of [0-9A-Za-z] from the system's secure random source, uniformly distributed. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    if (next === pool.length) {
      randomFillSync(pool);
      next = 0;
    }
    const byte = pool[next] as number;
    // Bytes of a secret must not stay in memory.
    pool[next++] = 0;
    if (byte < UNBIASED_BELOW) text += BASE62[byte % 62];
  }
  return text;
}

/** A 32-bit unsigned number as exactly six base62 characters, most significant first. */
export function base62Of32Bits(value: number): string {
  let rest = value >>> 0;
  let text = '';
  for (let i = 0; i < 6; i++) {
    text = BASE62[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

const IMAGE_ID = /^[0-9A-Za-z]{12}$/;
const ALBUM_TOKEN = /^[0-9A-Za-z]{24}$/;
const DELETION_ID = /^del_[0-9A-Za-z]{22}$/;

/** A new image id: 12 base62 characters with 71 random bits, so that links can be neither guessed nor counted. */
export function newImageId(): string {
  return randomBase62(12);
}

/** Whether the text has the format of an image id. If not, no look-up is needed. */
export function isImageId(text: string): boolean {
  return IMAGE_ID.test(text);
}

/** A new id with a prefix for its kind and 20 base62 characters. */
export function newId(
  kind:
    | 'acc'
    | 'alb'
    | 'aud'
    | 'blk'
    | 'fac'
    | 'inv'
    | 'job'
    | 'key'
    | 'msg'
    | 'net'
    | 'rep'
    | 'req'
    | 'ses'
    | 'tkt'
    | 'tsk'
    | 'whk',
): string {
  return `${kind}_${randomBase62(20)}`;
}

/** The secret part of a public album's link: 24 base62 characters with 142 random bits. */
export function newAlbumToken(): string {
  return randomBase62(24);
}

/** Whether the text has the format of an album token. If not, no look-up is needed. */
export function isAlbumToken(text: string): boolean {
  return ALBUM_TOKEN.test(text);
}

/** A new id of a deletion. Its 131 random bits are the only protection of the deletion's status. */
export function newDeletionId(): string {
  return `del_${randomBase62(22)}`;
}

export function isDeletionId(text: string): boolean {
  return DELETION_ID.test(text);
}

/**
 * Secrets: API key or session of an account, delete token of one image, permission to set a new password or to verify
 * an address, unfinished sign-in or second factor that is being added (`second-step`), upload ticket, permission to
 * download the data of an account once, resumable upload, invitation to register.
 */
export type TokenKind =
  | 'api-key'
  | 'session'
  | 'delete-token'
  | 'password-reset'
  | 'email-verification'
  | 'second-step'
  | 'ticket'
  | 'export'
  | 'upload'
  | 'invitation';

export const TICKET_PREFIX = 'imgdt_';

const PREFIXES: Record<TokenKind, string> = {
  'api-key': 'imgd_',
  session: 'imgds_',
  'delete-token': 'imgdd_',
  'password-reset': 'imgdr_',
  'second-step': 'imgdl_',
  ticket: TICKET_PREFIX,
  'email-verification': 'imgdv_',
  export: 'imgdx_',
  upload: 'imgdu_',
  invitation: 'imgdi_',
};
const KINDS = Object.keys(PREFIXES) as TokenKind[];
const TOKEN = /^(imgd[a-z]?_)([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/** A new secret: prefix, 32 random base62 characters (190 bits), and the CRC-32 of both, which secret scanners check. */
export function newToken(kind: TokenKind): string {
  const body = PREFIXES[kind] + randomBase62(32);
  return body + base62Of32Bits(crc32(body));
}

/** The kind of a token, or undefined when its format or its CRC-32 is wrong. */
export function tokenKind(text: string): TokenKind | undefined {
  const match = TOKEN.exec(text);
  if (match === null) return undefined;
  const [, prefix = '', random = '', checksum] = match;
  if (base62Of32Bits(crc32(prefix + random)) !== checksum) return undefined;
  return KINDS.find((kind) => PREFIXES[kind] === prefix);
}

/** SHA-256 of a token in hex, for storage and look-up. Tokens have enough random bits to need no slow hash. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}

/** The alphabet of Crockford's base 32: no letter looks like a digit or another letter. */
const BASE32 = '0123456789abcdefghjkmnpqrstvwxyz';
const RECOVERY_GROUPS = 4;
const RECOVERY_GROUP_LENGTH = 6;

/** A recovery code: 120 random bits, so that its SHA-256 can be stored, in groups that people can copy by hand. */
export function newRecoveryCode(): string {
  const characters = [...randomBytes(RECOVERY_GROUPS * RECOVERY_GROUP_LENGTH)].map((byte) => BASE32[byte & 31]);
  return Array.from({ length: RECOVERY_GROUPS }, (_, group) =>
    characters.slice(group * RECOVERY_GROUP_LENGTH, (group + 1) * RECOVERY_GROUP_LENGTH).join(''),
  ).join('-');
}

/** SHA-256 of a recovery code in hex. Case, spaces, hyphens and look-alike letters as people type them do not matter. */
export function hashRecoveryCode(text: string): string {
  const typed = text.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');
  return hashToken(typed);
}
