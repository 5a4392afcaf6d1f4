import { randomBase62 } from './base62.ts';

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
