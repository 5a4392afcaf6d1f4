import { crc32 } from 'node:zlib';
import { CorruptImageError } from '../errors.ts';
import type { ByteReader } from '../file-bytes.ts';

/** One PNG chunk: length, type, data, CRC. */
export interface PngChunk {
  type: string;
  /** Offset of the length field. */
  offset: number;
  /** Bytes of the whole chunk: its data and 12 bytes more. */
  length: number;
  data: { offset: number; length: number };
  /** Whether the CRC is right. Computed on demand, because it reads the whole chunk. */
  isIntact(): boolean;
}

// libpng writes image data in chunks of 8 KiB, so an image of 1 GB has 131,072 of them.
const MAX_CHUNKS = 1_000_000;
const MAX_OTHER_CHUNKS = 100_000;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Bytes before the first chunk. */
export const PNG_SIGNATURE_BYTES = SIGNATURE.length;

/**
 * The chunks of a PNG file (W3C PNG, third edition, clause 5) from IHDR to IEND, both included.
 * @throws CorruptImageError for a file that ends before IEND, and for too many chunks
 */
export function* walkPngChunks(reader: ByteReader): Generator<PngChunk> {
  if (reader.size < SIGNATURE.length || !reader.bytes(0, SIGNATURE.length).equals(SIGNATURE)) {
    throw new CorruptImageError(0, 'no PNG signature');
  }
  let offset = SIGNATURE.length;
  let others = 0;
  for (let count = 1; ; count++) {
    if (offset + 12 > reader.size) throw new CorruptImageError(reader.size, 'PNG ends without IEND');
    const dataLength = reader.u32be(offset);
    const type = reader.text(offset + 4, 4);
    const length = dataLength + 12;
    if (!/^[A-Za-z]{4}$/.test(type)) throw new CorruptImageError(offset, 'PNG chunk type is not four letters');
    if (dataLength > 0x7fffffff || offset + length > reader.size) {
      throw new CorruptImageError(offset, `PNG chunk ${type} longer than the file`);
    }
    if (type !== 'IDAT' && type !== 'fdAT') others += 1;
    if (count > MAX_CHUNKS || others > MAX_OTHER_CHUNKS) throw new CorruptImageError(offset, 'too many PNG chunks');
    const at = offset;
    yield {
      type,
      offset: at,
      length,
      data: { offset: at + 8, length: dataLength },
      isIntact: () => crcOf(reader, at + 4, dataLength + 4) === reader.u32be(at + 8 + dataLength),
    };
    if (type === 'IEND') return;
    offset += length;
  }
}

/** A chunk with its length and CRC. */
export function makePngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(data.length + 12);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

/** CRC of the type and data of a chunk, or of any other bytes. */
export function crcOf(reader: ByteReader, offset: number, length: number): number {
  let crc = 0;
  for (let done = 0; done < length; ) {
    const piece = reader.view(offset + done, length - done);
    crc = crc32(piece, crc);
    done += piece.length;
  }
  return crc;
}
