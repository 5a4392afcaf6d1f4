import { hash, randomFillSync } from 'node:crypto';
import { crc32 } from 'node:zlib';

const IMAGE_ID = /^[0-9A-Za-z]{12}$/;
const ALBUM_TOKEN = /^[0-9A-Za-z]{24}$/;

/** A new image id: 12 base62 characters, 71 random bits, so that links cannot be guessed or counted. */
export function newImageId(): string {
  return randomBase62(12);
}

/** Whether the text has the shape of an image id; others need no look-up. */
export function isImageId(text: string): boolean {
  return IMAGE_ID.test(text);
}

/** An id that says what it names: `acc_`, `alb_`, `aud_`, `blk_`, `job_`, `key_`, `rep_`, `req_`, `ses_` and 20 base62 characters. */
export function newId(kind: 'acc' | 'alb' | 'aud' | 'blk' | 'job' | 'key' | 'rep' | 'req' | 'ses'): string {
  return `${kind}_${randomBase62(20)}`;
}

/** The secret part of a public album's link: 24 base62 characters, 142 random bits. */
export function newAlbumToken(): string {
  return randomBase62(24);
}

/** Whether the text has the shape of such a secret; others need no look-up. */
export function isAlbumToken(text: string): boolean {
  return ALBUM_TOKEN.test(text);
}

export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
// The largest multiple of 62 below 256: bytes above it are thrown away, or some characters would come more often.
const UNBIASED_BELOW = 248;

/** Asking the system for random bytes costs far more than a few bytes of it: some are fetched ahead. */
const ahead = Buffer.alloc(4_096);
let next = ahead.length;

/** `length` characters of [0-9A-Za-z], each drawn evenly from the system's secure random source. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    if (next === ahead.length) {
      randomFillSync(ahead);
      next = 0;
    }
    const byte = ahead[next] as number;
    // What has become part of a secret does not lie about.
    ahead[next++] = 0;
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

const DELETION_ID = /^del_[0-9A-Za-z]{22}$/;

/** A new id of a deletion: who has it may see what became of it, so it holds 131 random bits. */
export function newDeletionId(): string {
  return `del_${randomBase62(22)}`;
}

export function isDeletionId(text: string): boolean {
  return DELETION_ID.test(text);
}

/** What a secret is: an API key or a session of an account, the delete token of one image, leave to set a new password. */
export type TokenKind = 'api-key' | 'session' | 'delete-token' | 'password-reset';

const PREFIXES: Record<TokenKind, string> = {
  'api-key': 'imgd_',
  session: 'imgds_',
  'delete-token': 'imgdd_',
  'password-reset': 'imgdr_',
};
const KINDS = Object.keys(PREFIXES) as TokenKind[];
const TOKEN = /^(imgd[a-z]?_)([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/** A new secret: prefix, 32 random base62 characters (190 bits), and the CRC-32 of both so that scanners can tell it. */
export function newToken(kind: TokenKind): string {
  const body = PREFIXES[kind] + randomBase62(32);
  return body + base62Of32Bits(crc32(body));
}

/** Which kind of token the text is, or undefined when its shape or its checksum is wrong. */
export function tokenKind(text: string): TokenKind | undefined {
  const match = TOKEN.exec(text);
  if (match === null) return undefined;
  const [, prefix = '', random = '', checksum] = match;
  if (base62Of32Bits(crc32(prefix + random)) !== checksum) return undefined;
  return KINDS.find((kind) => PREFIXES[kind] === prefix);
}

/** SHA-256 of a token as hex: what is stored and looked up. The token is random enough to need no slow hash. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}
