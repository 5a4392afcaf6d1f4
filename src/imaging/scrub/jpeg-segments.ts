import { CorruptImageError } from '../errors.ts';
import type { ByteReader } from '../file-bytes.ts';

/** One marker segment, or one marker with the entropy-coded data that follows it. */
export interface JpegSegment {
  /** Second byte of the marker, e.g. 0xe1 for APP1. */
  marker: number;
  /** Offset of the 0xFF of the marker. */
  offset: number;
  /** Bytes from the marker to the end of the segment, for SOS including the entropy-coded data. */
  length: number;
  /** Payload of the segment, after its length field. */
  data: { offset: number; length: number };
}

export const SOI = 0xd8;
export const EOI = 0xd9;
export const SOS = 0xda;

const MAX_SEGMENTS = 100_000;

/**
 * The segments of a JPEG stream (ITU-T T.81 annex B) from SOI to EOI, both included. Skips bytes between segments, as
 * decoders do. With `untilScan` it ends before the first SOS and does not read the entropy-coded data.
 * @throws CorruptImageError for a marker that no decoder knows, for a length beyond the end of the file, and for a file
 *   that ends before EOI: nothing else shows that an image is truncated
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

/** Whether a marker is SOF0 to SOF15. In the same range, C4, C8 and CC are DHT, JPG and DAC. */
export function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** Offset of the next 0xFF whose following byte is `wanted`. Of several 0xFF the last one counts; the others are fill bytes. */
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
    // A 0xFF at the end of the piece: the byte after it is in the next piece.
    if (index >= 0) {
      if (at + 1 < reader.size && wanted(reader.u16be(at) & 0xff)) return at;
      at += 1;
    }
  }
}

function isAnyMarker(byte: number): boolean {
  return byte !== 0x00 && byte !== 0xff;
}

// In entropy-coded data a zero follows a stuffed 0xFF, and RST0 to RST7 belong to the data.
function endsScan(byte: number): boolean {
  return isAnyMarker(byte) && !(byte >= 0xd0 && byte <= 0xd7);
}

function isBare(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
}

// Tables, frames, scans, APPn, COM. No decoder supports hierarchical JPEG (DHP, EXP) or the reserved codes.
function isKnown(marker: number): boolean {
  return (
    (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) ||
    (marker >= 0xda && marker <= 0xdd) ||
    (marker >= 0xe0 && marker <= 0xef) ||
    marker === 0xfe
  );
}
