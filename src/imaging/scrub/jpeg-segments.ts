import { CorruptImageError } from '../errors.ts';
import type { ByteReader } from '../file-bytes.ts';

/** One marker segment, or one marker with the entropy-coded data after it. */
export interface JpegSegment {
  /** Second byte of the marker, e.g. 0xe1 for APP1. */
  marker: number;
  /** Where the 0xFF of the marker is. */
  offset: number;
  /** Bytes from the marker to the segment's end; for SOS the entropy-coded data counts too. */
  length: number;
  /** Offset and length of the segment's own payload, behind its length field. */
  data: { offset: number; length: number };
}

export const SOI = 0xd8;
export const EOI = 0xd9;
export const SOS = 0xda;

const MAX_SEGMENTS = 100_000;

/**
 * The segments of a JPEG stream (ITU-T T.81 annex B) from SOI to EOI, both included. Throws CorruptImageError on a
 * marker that no decoder knows, on a length that leaves the file, and when the file ends before EOI: a picture that
 * was cut short is told from a whole one by nothing else.
 * Bytes between segments belong to none and are stepped over, as decoders do.
 * With `untilScan` it ends before the first SOS instead, without reading the entropy-coded data.
 */
export function* walkJpegSegments(reader: ByteReader, { untilScan = false } = {}): Generator<JpegSegment> {
  if (reader.size < 4 || reader.u16be(0) !== 0xffd8) throw new CorruptImageError(0, 'no JPEG start marker');
  yield { marker: SOI, offset: 0, length: 2, data: { offset: 2, length: 0 } };
  let at = 2;
  for (let count = 1; ; count++) {
    if (count > MAX_SEGMENTS) throw new CorruptImageError(at, 'too many JPEG segments');
    const offset = findMarker(reader, at, isAnyMarker);
    const marker = reader.u8(offset + 1);
    if (marker === EOI) {
      yield { marker, offset, length: 2, data: { offset: offset + 2, length: 0 } };
      return;
    }
    if (isBare(marker)) {
      at = offset + 2;
      continue;
    }
    if (!isKnown(marker)) throw new CorruptImageError(offset, `JPEG marker 0x${marker.toString(16)}`);
    if (marker === SOS && untilScan) return;
    const announced = reader.u16be(offset + 2);
    if (announced < 2) throw new CorruptImageError(offset, 'JPEG segment shorter than its length field');
    const dataEnd = offset + 2 + announced;
    if (dataEnd > reader.size) throw new CorruptImageError(offset, 'JPEG segment longer than the file');
    at = marker === SOS ? findMarker(reader, dataEnd, endsScan) : dataEnd;
    yield { marker, offset, length: at - offset, data: { offset: offset + 4, length: announced - 2 } };
  }
}

/** True for SOF0..SOF15: C4, C8 and CC, in the same range, are DHT, JPG and DAC. */
export function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

// Offset of the next 0xFF whose following byte satisfies `wanted`; runs of 0xFF are fill bytes, the last one counts.
function findMarker(reader: ByteReader, from: number, wanted: (byte: number) => boolean): number {
  let at = from;
  for (;;) {
    if (at >= reader.size) throw new CorruptImageError(reader.size, 'JPEG ends without its end marker');
    const piece = reader.view(at, reader.size);
    let index = piece.indexOf(0xff);
    while (index >= 0 && index + 1 < piece.length) {
      if (wanted(piece[index + 1] as number)) return at + index;
      index = piece.indexOf(0xff, index + 1);
    }
    at += index < 0 ? piece.length : index;
    // A 0xFF that is the last byte of the piece needs its successor from the next one.
    if (index >= 0) {
      if (at + 1 < reader.size && wanted(reader.u16be(at) & 0xff)) return at;
      at += 1;
    }
  }
}

function isAnyMarker(byte: number): boolean {
  return byte !== 0x00 && byte !== 0xff;
}

// Inside entropy-coded data a zero marks a stuffed byte and RST0..7 belong to the data.
function endsScan(byte: number): boolean {
  return isAnyMarker(byte) && !(byte >= 0xd0 && byte <= 0xd7);
}

function isBare(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
}

// Tables, frames, scans, APPn, COM. Hierarchical JPEG (DHP, EXP) and the reserved codes are decoded by nobody.
function isKnown(marker: number): boolean {
  return (
    (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) ||
    (marker >= 0xda && marker <= 0xdd) ||
    (marker >= 0xe0 && marker <= 0xef) ||
    marker === 0xfe
  );
}
