import { CorruptImageError } from '../errors.ts';

/**
 * Real profiles have at most about 3 MB (printer tables). A larger one makes the file invalid: it is an attack, or an
 * image whose colours would change without it.
 */
export const MAX_ICC_BYTES = 4 * 1024 * 1024;

const HEADER_BYTES = 128;

/** @throws CorruptImageError if a colour profile at `offset` has more than MAX_ICC_BYTES */
export function limitIcc(offset: number, length: number): void {
  if (length > MAX_ICC_BYTES) throw new CorruptImageError(offset, `colour profile of more than ${MAX_ICC_BYTES} bytes`);
}

/**
 * Whether the bytes start like an ICC profile (ICC.1 clause 7.2: 128-byte header with `acsp` at 36). Colour managers
 * ignore anything else, so removing it does not change the colours and removes a place to hide data.
 */
export function looksLikeIcc(start: Buffer): boolean {
  return start.length >= 40 && start.toString('latin1', 36, 40) === 'acsp';
}

/** The ICC profile, cut to the size in its header, or undefined if it is none for samples of that many channels. */
export function usableIcc(icc: Buffer | undefined, channels: number): Buffer | undefined {
  if (icc === undefined || icc.length < HEADER_BYTES || !looksLikeIcc(icc)) return undefined;
  const size = icc.readUInt32BE(0);
  if (size < HEADER_BYTES || size > icc.length) return undefined;
  const colourSpace = icc.toString('latin1', 16, 20);
  return colourSpace === (channels >= 3 ? 'RGB ' : 'GRAY') ? icc.subarray(0, size) : undefined;
}
