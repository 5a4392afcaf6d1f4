import { looksLikeIcc } from '../metadata/icc.ts';

const COLOR_SPACE_OFFSET = 16;
const HEADER_BYTES = 128;

/** The profile, if it is an ICC profile of its own announced size for samples of that many channels; otherwise undefined. */
export function usableIcc(icc: Buffer | undefined, channels: number): Buffer | undefined {
  if (icc === undefined || icc.length < HEADER_BYTES || !looksLikeIcc(icc)) return undefined;
  const size = icc.readUInt32BE(0);
  if (size < HEADER_BYTES || size > icc.length) return undefined;
  const space = icc.toString('latin1', COLOR_SPACE_OFFSET, COLOR_SPACE_OFFSET + 4);
  // Bytes behind the announced end are no profile.
  return space === (channels >= 3 ? 'RGB ' : 'GRAY') ? icc.subarray(0, size) : undefined;
}
