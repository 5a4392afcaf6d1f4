import { randomFillSync } from 'node:crypto';

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
