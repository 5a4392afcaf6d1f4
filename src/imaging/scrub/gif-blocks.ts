import { CorruptImageError } from '../errors.ts';
import type { ByteReader } from '../file-bytes.ts';

/** One block of a GIF stream behind its header. */
export type GifBlock = { offset: number; length: number } & (
  | { kind: 'image'; left: number; top: number; width: number; height: number; interlaced: boolean }
  | { kind: 'extension'; label: number; firstSubBlock: { offset: number; length: number } }
  | { kind: 'trailer' }
);

/** What a GIF starts with: header, logical screen, and the global palette if there is one. */
export interface GifHeader {
  width: number;
  height: number;
  /** Bytes before the first block. */
  length: number;
}

const MAX_BLOCKS = 100_000;

/** Reads header and logical screen descriptor (GIF89a, clauses 17 to 19). Throws CorruptImageError. */
export function readGifHeader(reader: ByteReader): GifHeader {
  if (reader.size < 13 || !/^GIF8[79]a$/.test(reader.text(0, 6))) throw new CorruptImageError(0, 'no GIF header');
  const length = 13 + paletteBytes(reader.u8(10));
  if (length > reader.size) throw new CorruptImageError(13, 'GIF ends inside its palette');
  return { width: reader.u16le(6), height: reader.u16le(8), length };
}

/**
 * The blocks of a GIF from `start` to its trailer, included. A file that ends exactly behind a block has no trailer and
 * is told so by the sequence ending without one: such files are common, and everything before is whole.
 * Throws CorruptImageError for an end inside a block and for bytes that start no block.
 */
export function* walkGifBlocks(reader: ByteReader, start: number): Generator<GifBlock> {
  let offset = start;
  for (let count = 1; offset < reader.size; count++) {
    if (count > MAX_BLOCKS) throw new CorruptImageError(offset, 'too many GIF blocks');
    const introducer = reader.u8(offset);
    if (introducer === 0x3b) {
      yield { kind: 'trailer', offset, length: 1 };
      return;
    }
    const block = introducer === 0x2c ? readImage(reader, offset) : readExtension(reader, offset, introducer);
    yield block;
    offset += block.length;
  }
}

function readImage(reader: ByteReader, offset: number): GifBlock {
  const flags = reader.u8(offset + 9);
  // Behind descriptor and palette one byte of code size, then the picture in sub-blocks.
  const data = offset + 10 + paletteBytes(flags) + 1;
  return {
    kind: 'image',
    offset,
    length: endOfSubBlocks(reader, data) - offset,
    left: reader.u16le(offset + 1),
    top: reader.u16le(offset + 3),
    width: reader.u16le(offset + 5),
    height: reader.u16le(offset + 7),
    interlaced: (flags & 0x40) !== 0,
  };
}

function readExtension(reader: ByteReader, offset: number, introducer: number): GifBlock {
  if (introducer !== 0x21) throw new CorruptImageError(offset, `no GIF block starts with 0x${introducer.toString(16)}`);
  return {
    kind: 'extension',
    offset,
    length: endOfSubBlocks(reader, offset + 2) - offset,
    label: reader.u8(offset + 1),
    firstSubBlock: { offset: offset + 3, length: reader.u8(offset + 2) },
  };
}

function endOfSubBlocks(reader: ByteReader, start: number): number {
  let at = start;
  for (;;) {
    const length = reader.u8(at);
    at += 1 + length;
    if (length === 0) return at;
  }
}

function paletteBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0;
}
