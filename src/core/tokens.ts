import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { base62Of32Bits, randomBase62 } from './ids.ts';

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
