import { CorruptImageError } from '../errors.ts';

/**
 * Real profiles end near 3 MB (printer tables). A larger one refuses the file: it is either an attack or a picture
 * whose colours would silently change without it.
 */
export const MAX_ICC_BYTES = 4 * 1024 * 1024;

/** Throws CorruptImageError when `length` bytes of colour profile at `offset` are too many to keep. */
export function limitIcc(offset: number, length: number): void {
  if (length > MAX_ICC_BYTES) throw new CorruptImageError(offset, `colour profile of more than ${MAX_ICC_BYTES} bytes`);
}

/**
 * True when the bytes start like an ICC profile (ICC.1 clause 7.2: 128-byte header with `acsp` at 36). Colour managers
 * ignore anything else, so dropping it does not change the look, and the profile's place is no place to hide.
 */
export function looksLikeIcc(start: Buffer): boolean {
  return start.length >= 40 && start.toString('latin1', 36, 40) === 'acsp';
}
