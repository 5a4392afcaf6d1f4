import { CorruptImageError } from '../errors.ts';
import type { ByteReader } from '../file-bytes.ts';
import type { ImageFacts } from '../metadata/image-facts.ts';
import { type GifBlock, readGifHeader, walkGifBlocks } from './gif-blocks.ts';
import { createPlan, type PlanBuilder, type ScrubOptions, type ScrubPlan } from './plan.ts';
import { noteXmp } from './xmp.ts';

const GRAPHIC_CONTROL = 0xf9;
const COMMENT = 0xfe;
const PLAIN_TEXT = 0x01;
const APPLICATION = 0xff;
const APPLICATION_BYTES = 11;
const LOOPING = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);
const TRAILER = Buffer.from([0x3b]);

type Extension = Extract<GifBlock, { kind: 'extension' }>;

/**
 * Plans the scrub of a GIF file (GIF87a, GIF89a, Netscape looping extension). Images and their graphic controls stay as
 * they are, and so does the number of loops; all other extensions go, plain text too, which no browser draws.
 * A missing trailer is supplied. Width and height are those of the screen, enlarged to what its frames need: this is
 * how much a decoder allocates.
 * Throws CorruptImageError, for a file that ends inside a block too.
 */
export function planGif(reader: ByteReader, { keepMetadata }: ScrubOptions): ScrubPlan {
  const plan = createPlan(reader);
  const header = readGifHeader(reader);
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

  for (const block of walkGifBlocks(reader, header.length)) {
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
  if (!ended) plan.replace(end, 0, TRAILER);
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

// The first bytes of an extension, with the empty sub-block that ends it.
function closed(reader: ByteReader, offset: number, length: number): Buffer {
  return Buffer.concat([reader.bytes(offset, length), Buffer.alloc(1)]);
}

function isTransparent(reader: ByteReader, { label, firstSubBlock }: Extension): boolean {
  return label === GRAPHIC_CONTROL && firstSubBlock.length === 4 && (reader.u8(firstSubBlock.offset) & 1) === 1;
}
