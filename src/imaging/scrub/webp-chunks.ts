import { CorruptImageError } from '../errors.ts';
import type { ByteReader } from '../file-bytes.ts';

/** One RIFF chunk: four letters, size, data, and a zero byte of padding if the size is odd. */
export interface WebpChunk {
  type: string;
  offset: number;
  /** Bytes of the whole chunk without padding. */
  length: number;
  data: { offset: number; length: number };
}

export const CHUNK_HEAD_BYTES = 8;
/** The fields of an ANMF chunk before its sub-chunks: position, size, duration, flags. */
export const FRAME_HEAD_BYTES = 16;

const MAX_CHUNKS = 100_000;

/** Call the result for each chunk of a file, also inside frames. It throws CorruptImageError after MAX_CHUNKS. */
export function createChunkBudget(): (offset: number) => void {
  let left = MAX_CHUNKS;
  return (offset) => {
    left -= 1;
    if (left < 0) throw new CorruptImageError(offset, 'too many WebP chunks');
  };
}

/** The chunks between two offsets. @throws CorruptImageError for one that does not fit */
export function* walkWebpChunks(
  reader: ByteReader,
  start: number,
  end: number,
  spend: (offset: number) => void,
): Generator<WebpChunk> {
  for (let offset = start; offset < end; ) {
    spend(offset);
    if (offset + CHUNK_HEAD_BYTES > end) throw new CorruptImageError(offset, 'WebP ends inside a chunk header');
    const dataLength = reader.u32le(offset + 4);
    const length = CHUNK_HEAD_BYTES + dataLength;
    if (offset + length > end) throw new CorruptImageError(offset, 'WebP chunk longer than its parent');
    const type = reader.text(offset, 4);
    yield { type, offset, length, data: { offset: offset + CHUNK_HEAD_BYTES, length: dataLength } };
    offset += length + (length & 1);
  }
}

/** Size and alpha of a VP8 or VP8L chunk, from its frame header (RFC 6386 9.1, RFC 9649 3.4). @throws CorruptImageError */
export function readBitstreamHeader(
  reader: ByteReader,
  chunk: WebpChunk,
): { width: number; height: number; hasAlpha: boolean } {
  const { offset, length } = chunk.data;
  if (chunk.type === 'VP8 ') {
    if (length < 10 || (reader.u8(offset) & 1) !== 0 || reader.text(offset + 3, 3) !== '\x9d\x01\x2a') {
      throw new CorruptImageError(offset, 'no VP8 key frame');
    }
    const width = reader.u16le(offset + 6) & 0x3fff;
    const height = reader.u16le(offset + 8) & 0x3fff;
    if (width === 0 || height === 0) throw new CorruptImageError(offset, 'WebP picture without area');
    return { width, height, hasAlpha: false };
  }
  if (length < 5 || reader.u8(offset) !== 0x2f) throw new CorruptImageError(offset, 'no VP8L signature');
  const bits = reader.u32le(offset + 1);
  if (bits >>> 29 !== 0) throw new CorruptImageError(offset, 'unknown VP8L version');
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, hasAlpha: (bits & 0x10000000) !== 0 };
}
