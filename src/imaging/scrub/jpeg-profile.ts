import type { ByteReader } from '../file-bytes.ts';
import { limitIcc, looksLikeIcc } from '../metadata/icc.ts';
import { type JpegSegment, walkJpegSegments } from './jpeg-segments.ts';

const TAG = 'ICC_PROFILE\0';
const HEADER_BYTES = TAG.length + 2;

/** True for an APP2 segment that carries a part of an ICC profile. */
export function isProfilePart(reader: ByteReader, { marker, data }: JpegSegment): boolean {
  return marker === 0xe2 && data.length >= HEADER_BYTES && reader.text(data.offset, TAG.length) === TAG;
}

/**
 * True when the profile's parts before the first scan are complete: each number of 1..n once (ICC.1 annex B.4), and the
 * first one starts like a profile. Decoders ignore any other set. Throws CorruptImageError for a profile that is too large.
 */
export function hasUsableProfile(reader: ByteReader): boolean {
  const starts = new Map<number, Buffer>();
  const totals = new Set<number>();
  let parts = 0;
  let bytes = 0;
  for (const segment of walkJpegSegments(reader, { untilScan: true })) {
    if (!isProfilePart(reader, segment)) continue;
    const { offset, length } = segment.data;
    parts += 1;
    bytes += length - HEADER_BYTES;
    limitIcc(offset, bytes);
    totals.add(reader.u8(offset + TAG.length + 1));
    starts.set(
      reader.u8(offset + TAG.length),
      reader.bytes(offset + HEADER_BYTES, Math.min(40, length - HEADER_BYTES)),
    );
  }
  const [total = 0] = totals;
  const complete = totals.size === 1 && parts === total && starts.size === total && !starts.has(0);
  // Numbers are distinct and as many as announced; the largest tells whether they are 1..n.
  return complete && Math.max(...starts.keys()) === total && looksLikeIcc(starts.get(1) as Buffer);
}
