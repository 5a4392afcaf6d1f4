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
  | { kind: 'image'; left: number; top: number; width: number; height: number; interlaced: boolean }
  | { kind: 'extension'; label: number; firstSubBlock: { offset: number; length: number } }
  | { kind: 'trailer' }
);

type Extension = Extract<GifBlock, { kind: 'extension' }>;

/**
 * Plans the scrub of a GIF file (GIF87a, GIF89a, Netscape looping extension). It keeps images, their graphic controls and
 * the loop count unchanged, and removes all other extensions, also plain text, which no browser draws. It adds a missing
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
      plan.copy(block.offset, block.length);
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
