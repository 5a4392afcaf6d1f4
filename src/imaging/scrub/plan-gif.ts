import { CorruptImageError } from '../errors.ts';
import type { ByteReader } from '../file-bytes.ts';
import type { ImageFacts } from '../metadata/image-facts.ts';
import { noteXmp } from '../metadata/removed.ts';
import { createPlan, type PlanBuilder, type ScrubOptions, type ScrubPlan } from './plan.ts';

const GRAPHIC_CONTROL = 0xf9;
const COMMENT = 0xfe;
const PLAIN_TEXT = 0x01;
const APPLICATION = 0xff;
const APPLICATION_BYTES = 11;
const LOOPING = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);
const TRAILER = 0x3b;
const IMAGE = 0x2c;
const EXTENSION = 0x21;
const MAX_BLOCKS = 100_000;

/** One block of a GIF stream after its header. */
type GifBlock = { offset: number; length: number } & (
  | { kind: 'image'; left: number; top: number; width: number; height: number; interlaced: boolean; codes: number }
  | { kind: 'extension'; label: number; firstSubBlock: { offset: number; length: number } }
  | { kind: 'trailer' }
);

type Image = Extract<GifBlock, { kind: 'image' }>;
type Extension = Extract<GifBlock, { kind: 'extension' }>;

/**
 * Plans the scrub of a GIF file (GIF87a, GIF89a, Netscape looping extension). It keeps images up to the end of their LZW codes, their graphic
 * controls and the loop count unchanged, and removes all other extensions, also plain text, which no browser draws. It adds a missing
 * trailer. Width and height are those of the screen, enlarged to enclose all frames, as a decoder allocates them.
 * @throws CorruptImageError, also for a file that ends inside a block
 */
export function planGif(reader: ByteReader, { keepMetadata }: ScrubOptions): ScrubPlan {
  const plan = createPlan(reader);
  const header = readHeader(reader);
  const facts: ImageFacts = {
    width: header.width,
    height: header.height,
    frames: 0,
    orientation: 1,
    progressive: false,
    hasAlpha: false,
  };
  plan.copy(0, header.length);
  let end = header.length;
  let ended = false;

  for (const block of walkBlocks(reader, header.length)) {
    end = block.offset + block.length;
    if (block.kind === 'image') {
      if (block.width === 0 || block.height === 0) throw new CorruptImageError(block.offset, 'GIF frame without area');
      facts.frames += 1;
      facts.width = Math.max(facts.width, block.left + block.width);
      facts.height = Math.max(facts.height, block.top + block.height);
      facts.progressive ||= block.interlaced;
      copyImage(reader, plan, block);
    } else if (block.kind === 'extension') {
      if (isTransparent(reader, block)) facts.hasAlpha = true;
      scrubExtension(reader, plan, block, keepMetadata);
    } else {
      ended = true;
      plan.copy(block.offset, block.length);
    }
  }
  if (facts.frames === 0) throw new CorruptImageError(end, 'GIF without a picture');
  if (!ended) plan.replace(end, 0, Buffer.of(TRAILER));
  else if (end < reader.size) plan.removed.add('trailing_data');
  return plan.finish(facts);
}

/** Copies a frame up to the end of its compressed picture, and closes its sub-blocks there. */
function copyImage(reader: ByteReader, plan: PlanBuilder, { offset, length, codes, width, height }: Image): void {
  const end = findGifCodesEnd(reader, codes, width * height);
  const blockEnd = offset + length;
  if (!end || (!end.endCode && end.offset + 1 === blockEnd)) {
    plan.copy(offset, length);
    return;
  }
  plan.removed.add('trailing_data');
  plan.copy(offset, end.subBlock - offset);
  const kept = end.offset - end.subBlock - 1;
  const parts = [reader.bytes(end.subBlock + 1, kept), end.endCode ?? Buffer.alloc(0)];
  const subBlocks = parts
    .filter((part) => part.length > 0)
    .map((part) => Buffer.concat([Buffer.of(part.length), part]));
  plan.replace(end.subBlock, blockEnd - end.subBlock, Buffer.concat([...subBlocks, Buffer.alloc(1)]));
}

function scrubExtension(reader: ByteReader, plan: PlanBuilder, block: Extension, keepMetadata: boolean): void {
  const { label, offset, length, firstSubBlock } = block;
  if (label === GRAPHIC_CONTROL && firstSubBlock.length === 4) {
    if (length > 8) plan.removed.add('other');
    plan.replace(offset, length, closed(reader, offset, 7));
  } else if (label === APPLICATION && firstSubBlock.length === APPLICATION_BYTES) {
    scrubApplication(reader, plan, block, keepMetadata);
  } else if (label === COMMENT) {
    if (keepMetadata) plan.copy(offset, length);
    else plan.removed.add('comment');
  } else plan.removed.add(label === PLAIN_TEXT ? 'text' : 'other');
}

function scrubApplication(reader: ByteReader, plan: PlanBuilder, block: Extension, keepMetadata: boolean): void {
  const { offset, length, firstSubBlock } = block;
  const application = reader.text(firstSubBlock.offset, APPLICATION_BYTES);
  const loop = firstSubBlock.offset + APPLICATION_BYTES;
  if (LOOPING.has(application) && reader.u8(loop) === 3 && reader.u8(loop + 1) === 1) {
    if (length > 19) plan.removed.add('other');
    plan.replace(offset, length, closed(reader, offset, 18));
  } else if (application === 'XMP DataXMP') {
    if (keepMetadata) plan.copy(offset, length);
    else noteXmp(reader, offset, length, plan.removed);
  } else plan.removed.add('other');
}

/** The first bytes of an extension, followed by the empty sub-block that ends it. */
function closed(reader: ByteReader, offset: number, length: number): Buffer {
  return Buffer.concat([reader.bytes(offset, length), Buffer.alloc(1)]);
}

function isTransparent(reader: ByteReader, { label, firstSubBlock }: Extension): boolean {
  return label === GRAPHIC_CONTROL && firstSubBlock.length === 4 && (reader.u8(firstSubBlock.offset) & 1) === 1;
}

/**
 * Reads header, logical screen descriptor and global palette (GIF89a, clauses 17 to 19).
 * @returns `length` is the number of bytes before the first block
 */
function readHeader(reader: ByteReader): { width: number; height: number; length: number } {
  if (reader.size < 13 || !/^GIF8[79]a$/.test(reader.text(0, 6))) throw new CorruptImageError(0, 'no GIF header');
  const length = 13 + paletteBytes(reader.u8(10));
  if (length > reader.size) throw new CorruptImageError(13, 'GIF ends inside its palette');
  return { width: reader.u16le(6), height: reader.u16le(8), length };
}

/**
 * The blocks of a GIF from `start` to its trailer, included. Files that end after a complete block, without a trailer, are
 * common: then no trailer is yielded.
 * @throws CorruptImageError for an end inside a block and for bytes that start no block
 */
function* walkBlocks(reader: ByteReader, start: number): Generator<GifBlock> {
  let offset = start;
  for (let count = 1; offset < reader.size; count++) {
    if (count > MAX_BLOCKS) throw new CorruptImageError(offset, 'too many GIF blocks');
    const introducer = reader.u8(offset);
    if (introducer === TRAILER) {
      yield { kind: 'trailer', offset, length: 1 };
      return;
    }
    const block = introducer === IMAGE ? readImage(reader, offset) : readExtension(reader, offset, introducer);
    yield block;
    offset += block.length;
  }
}

function readImage(reader: ByteReader, offset: number): GifBlock {
  const flags = reader.u8(offset + 9);
  // Descriptor and palette, then one byte of code size, then the image data in sub-blocks.
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
    codes: data - 1,
  };
}

function readExtension(reader: ByteReader, offset: number, introducer: number): GifBlock {
  if (introducer !== EXTENSION)
    throw new CorruptImageError(offset, `no GIF block starts with 0x${introducer.toString(16)}`);
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

const MAX_CODE_BITS = 12;
const MAX_CODES = 2 ** MAX_CODE_BITS;

/** Where the compressed picture of a GIF frame ends. */
interface GifCodesEnd {
  /** Offset after the last byte that a decoder reads and that stays. */
  offset: number;
  /** Offset of the length byte of the sub-block that contains this byte. */
  subBlock: number;
  /** Bytes with the end code, if the picture is complete and other codes follow instead. */
  endCode: Buffer | undefined;
}

/**
 * Finds the end of the LZW codes of a frame (GIF89a, appendix F) without decoding them: the number of dictionary entries
 * gives the size of each code, and the length of each entry the number of pixels. The codes end with the end code, with a
 * code that is not in the dictionary, or with the last pixel; decoders ignore what follows. Linear time, constant memory.
 * @param start offset of the byte with the minimum code size
 * @param pixels width times height of the frame
 * @returns undefined if the sub-blocks end first
 * @throws CorruptImageError for a code size that no decoder accepts, and for a file that ends before
 */
function findGifCodesEnd(reader: ByteReader, start: number, pixels: number): GifCodesEnd | undefined {
  const rootBits = reader.u8(start);
  if (rootBits >= MAX_CODE_BITS) throw new CorruptImageError(start, 'GIF code size out of range');
  const clear = 2 ** rootBits;
  const bits = createCodeReader(reader, start + 1);
  const lengths = new Uint32Array(MAX_CODES).fill(1);
  let codeBits = rootBits + 1;
  let entries = clear + 2;
  let previousLength = 0;

  for (let drawn = 0; drawn < pixels; ) {
    const code = bits.read(codeBits);
    if (code < 0) return undefined;
    if (code === clear) {
      codeBits = rootBits + 1;
      entries = clear + 2;
      previousLength = 0;
      continue;
    }
    // After a clear code comes a single pixel. A later code is in the dictionary, or is the entry that it completes.
    const largest = previousLength === 0 ? clear - 1 : Math.min(entries, MAX_CODES - 1);
    if (code === clear + 1 || code > largest) return { ...bits.position(), endCode: undefined };
    if (previousLength > 0 && entries < MAX_CODES) {
      lengths[entries] = previousLength + 1;
      entries += 1;
      if (entries === 2 ** codeBits && codeBits < MAX_CODE_BITS) codeBits += 1;
    }
    previousLength = lengths[code] as number;
    drawn += previousLength;
  }
  return endOfFullPicture(bits, codeBits, rootBits);
}

/** After the last pixel, encoders write the end code, some of them a clear code before it. */
function endOfFullPicture(bits: CodeReader, codeBits: number, rootBits: number): GifCodesEnd | undefined {
  const clear = 2 ** rootBits;
  const full = bits.position();
  const endCode = bits.append(clear + 1, codeBits);
  let code = bits.read(codeBits);
  if (code === clear) code = bits.read(rootBits + 1);
  if (code === clear + 1) return { ...bits.position(), endCode: undefined };
  return code < 0 ? undefined : { ...full, offset: full.offset - (endCode.isShared ? 1 : 0), endCode: endCode.bytes };
}

interface CodeReader {
  /** The next code, or -1 at the end of the sub-blocks. */
  read(size: number): number;
  position(): { offset: number; subBlock: number };
  /** The bytes that begin with the used bits of the current byte (`isShared`, if there are any), followed by `code`. */
  append(code: number, size: number): { bytes: Buffer; isShared: boolean };
}

function createCodeReader(reader: ByteReader, start: number): CodeReader {
  let subBlock = start;
  let offset = start + 1;
  let end = offset + reader.u8(start);
  let pending = 0;
  let count = 0;
  let last = 0;

  return {
    read(size) {
      while (count < size) {
        if (offset === end) {
          const length = end === subBlock + 1 ? 0 : reader.u8(end);
          if (length === 0) return -1;
          subBlock = end;
          offset = end + 1;
          end = offset + length;
        }
        last = reader.u8(offset);
        pending |= last << count;
        offset += 1;
        count += 8;
      }
      const code = pending & ((1 << size) - 1);
      pending >>>= size;
      count -= size;
      return code;
    },
    position: () => ({ offset, subBlock }),
    append(code, size) {
      const isShared = count > 0;
      const used = isShared ? 8 - count : 0;
      const value = (isShared ? last & ((1 << used) - 1) : 0) | (code << used);
      const bytes = Buffer.from([value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff]);
      return { bytes: bytes.subarray(0, Math.ceil((used + size) / 8)), isShared };
    },
  };
}
