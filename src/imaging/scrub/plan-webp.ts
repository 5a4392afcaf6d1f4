import { CorruptImageError } from '../errors.ts';
import type { ByteReader } from '../file-bytes.ts';
import { isMinimalExif, MAX_EXIF_BYTES, orientationTiff, readExif } from '../metadata/exif.ts';
import { limitIcc, looksLikeIcc } from '../metadata/icc.ts';
import type { ImageFacts } from '../metadata/image-facts.ts';
import { noteXmp } from '../metadata/removed.ts';
import { createPlan, type PlanBuilder, type ScrubOptions, type ScrubPlan } from './plan.ts';

const RIFF_HEAD_BYTES = 12;
const FLAG = { profile: 0x20, alpha: 0x10, exif: 0x08, xmp: 0x04, animation: 0x02 } as const;

/** An output chunk: an input chunk, unchanged or with new data. */
interface Piece {
  chunk: WebpChunk;
  data?: Buffer;
  inside?: Piece[];
}

/**
 * Plans the scrub of a WebP file (RFC 9649). It keeps bitstreams, alpha planes, animation, frames and the colour profile
 * unchanged, reduces EXIF to the orientation, removes XMP and all unknown chunks, also inside frames, and corrects the
 * sizes and flags that describe them. As in libwebp, a chunk counts only if the VP8X flags announce it.
 * Orientation: libvips 8.18 applies the EXIF orientation of a WebP, Chromium 156 does not. No change of the file could
 * make both show the same, so the orientation stays, and every viewer shows the image as before.
 * @throws CorruptImageError, also for a file that is shorter than its header says
 */
export function planWebp(reader: ByteReader, { keepMetadata }: ScrubOptions): ScrubPlan {
  if (reader.size < 20 || reader.text(0, 4) !== 'RIFF' || reader.text(8, 4) !== 'WEBP') {
    throw new CorruptImageError(0, 'no WebP header');
  }
  const end = reader.u32le(4) + 8;
  if (end > reader.size || end < 20)
    throw new CorruptImageError(4, `WebP of ${end} bytes announced, ${reader.size} are there`);
  const plan = createPlan(reader);
  const spend = createChunkBudget();
  const chunks = walkWebpChunks(reader, RIFF_HEAD_BYTES, end, spend);
  const first = chunks.next().value as WebpChunk;
  const { pieces, facts } =
    first.type === 'VP8X'
      ? scrubExtended(reader, plan, first, chunks, keepMetadata, spend)
      : scrubSimple(reader, plan, first, chunks);
  if (end + (end & 1) < reader.size) plan.removed.add('trailing_data');
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(
    pieces.reduce((sum, piece) => sum + paddedLength(piece), 4),
    4,
  );
  plan.replace(0, RIFF_HEAD_BYTES, head);
  for (const piece of pieces) emit(plan, reader, piece);
  return plan.finish(facts);
}

interface Scrubbed {
  pieces: Piece[];
  facts: ImageFacts;
}

function scrubSimple(reader: ByteReader, plan: PlanBuilder, first: WebpChunk, rest: Iterable<WebpChunk>): Scrubbed {
  if (!isBitstream(first)) throw new CorruptImageError(first.offset, 'WebP starts with an unknown chunk');
  for (const _ of rest) plan.removed.add('other');
  const facts = { ...readBitstreamHeader(reader, first), frames: 1, orientation: 1, progressive: true } as const;
  return { pieces: [{ chunk: first }], facts };
}

function scrubExtended(
  reader: ByteReader,
  plan: PlanBuilder,
  extended: WebpChunk,
  rest: Iterable<WebpChunk>,
  keepMetadata: boolean,
  spend: (offset: number) => void,
): Scrubbed {
  const { offset, length } = extended.data;
  if (length < 10) throw new CorruptImageError(offset, 'VP8X too short');
  const announced = reader.u8(offset);
  const animated = (announced & FLAG.animation) !== 0;
  const facts: ImageFacts = {
    width: reader.u24le(offset + 4) + 1,
    height: reader.u24le(offset + 7) + 1,
    frames: 0,
    orientation: 1,
    progressive: true,
    hasAlpha: (announced & FLAG.alpha) !== 0,
  };
  let flags = announced & (FLAG.alpha | FLAG.animation);
  const pieces: Piece[] = [];
  const seen = new Set<string>();

  for (const chunk of rest) {
    const { type, data } = chunk;
    const isFirst = !seen.has(type);
    seen.add(type);
    if (type === 'ANMF' && animated) {
      facts.frames += 1;
      pieces.push(scrubFrame(reader, plan, chunk, facts, spend));
    } else if (type === 'ANIM' && animated && isFirst && data.length >= 6) {
      pieces.push({ chunk, ...(data.length > 6 && { data: reader.bytes(data.offset, 6) }) });
      if (data.length > 6) plan.removed.add('other');
    } else if (isBitstream(chunk) && !animated && facts.frames === 0) {
      facts.frames = 1;
      checkSides(reader, chunk, facts);
      pieces.push({ chunk });
    } else if (type === 'ALPH' && !animated && isFirst && facts.frames === 0) {
      pieces.push({ chunk });
    } else if (type === 'ICCP' && isFirst && announced & FLAG.profile && hasProfile(reader, data)) {
      flags |= FLAG.profile;
      pieces.push({ chunk });
    } else if (type === 'EXIF') {
      const kept = scrubExif(reader, plan, chunk, isFirst && (announced & FLAG.exif) !== 0, facts, keepMetadata);
      if (kept) {
        flags |= FLAG.exif;
        pieces.push(kept);
      }
    } else if (type === 'XMP ' && keepMetadata && isFirst) {
      flags |= FLAG.xmp;
      pieces.push({ chunk });
    } else if (type === 'XMP ') noteXmp(reader, data.offset, data.length, plan.removed);
    else plan.removed.add('other');
  }
  if (facts.frames === 0) throw new CorruptImageError(offset, 'WebP without a picture');
  const fixed = reader.bytes(offset, 10);
  fixed.fill(0, 0, 4);
  fixed[0] = flags;
  return { pieces: [{ chunk: extended, data: fixed }, ...pieces], facts };
}

function scrubFrame(
  reader: ByteReader,
  plan: PlanBuilder,
  chunk: WebpChunk,
  canvas: ImageFacts,
  spend: (offset: number) => void,
): Piece {
  const { offset, length } = chunk.data;
  if (length < FRAME_HEAD_BYTES) throw new CorruptImageError(offset, 'WebP frame too short');
  const inside: Piece[] = [];
  const right = 2 * reader.u24le(offset) + reader.u24le(offset + 6) + 1;
  const bottom = 2 * reader.u24le(offset + 3) + reader.u24le(offset + 9) + 1;
  if (right > canvas.width || bottom > canvas.height)
    throw new CorruptImageError(offset, 'WebP frame outside the canvas');
  const frame = { width: reader.u24le(offset + 6) + 1, height: reader.u24le(offset + 9) + 1, hasAlpha: false };
  let complete = false;
  for (const part of walkWebpChunks(reader, offset + FRAME_HEAD_BYTES, offset + length, spend)) {
    if (isBitstream(part) && !complete) {
      checkSides(reader, part, frame);
      complete = true;
      inside.push({ chunk: part });
    } else if (part.type === 'ALPH' && !complete && inside.length === 0) inside.push({ chunk: part });
    else plan.removed.add('other');
  }
  if (!complete) throw new CorruptImageError(offset, 'WebP frame without a picture');
  return { chunk, inside };
}

function scrubExif(
  reader: ByteReader,
  plan: PlanBuilder,
  chunk: WebpChunk,
  counts: boolean,
  facts: ImageFacts,
  keepMetadata: boolean,
): Piece | undefined {
  const { data } = chunk;
  const block = reader.bytes(data.offset, Math.min(data.length, MAX_EXIF_BYTES));
  // The tag of EXIF in JPEG does not belong here, but libvips and others skip it.
  const tiff = block.toString('latin1', 0, 6) === 'Exif\0\0' ? block.subarray(6) : block;
  const { orientation, kinds } = readExif(tiff);
  if (counts) facts.orientation = orientation;
  if (keepMetadata) return counts ? { chunk } : undefined;
  if (!(counts && isMinimalExif(block))) for (const kind of kinds) plan.removed.add(kind);
  return counts && orientation !== 1 ? { chunk, data: orientationTiff(orientation) } : undefined;
}

function isBitstream({ type }: WebpChunk): boolean {
  return type === 'VP8 ' || type === 'VP8L';
}

function checkSides(reader: ByteReader, chunk: WebpChunk, expected: { width: number; height: number }): void {
  const { width, height } = readBitstreamHeader(reader, chunk);
  if (width !== expected.width || height !== expected.height) {
    throw new CorruptImageError(chunk.offset, 'WebP picture and canvas differ in size');
  }
}

function hasProfile(reader: ByteReader, { offset, length }: WebpChunk['data']): boolean {
  limitIcc(offset, length);
  return looksLikeIcc(reader.bytes(offset, Math.min(length, 40)));
}

function dataLength({ chunk, data, inside }: Piece): number {
  if (inside) return inside.reduce((sum, piece) => sum + paddedLength(piece), FRAME_HEAD_BYTES);
  return data?.length ?? chunk.data.length;
}

function paddedLength(piece: Piece): number {
  const length = CHUNK_HEAD_BYTES + dataLength(piece);
  return length + (length & 1);
}

function emit(plan: PlanBuilder, reader: ByteReader, piece: Piece): void {
  const { chunk, data, inside } = piece;
  const head = Buffer.alloc(CHUNK_HEAD_BYTES);
  const length = dataLength(piece);
  head.write(chunk.type, 'latin1');
  head.writeUInt32LE(length, 4);
  plan.replace(chunk.offset, CHUNK_HEAD_BYTES, head);
  if (inside) {
    plan.copy(chunk.data.offset, FRAME_HEAD_BYTES);
    for (const part of inside) emit(plan, reader, part);
  } else if (data) plan.replace(chunk.data.offset, chunk.data.length, data);
  else plan.copy(chunk.data.offset, length);
  // The padding must exist and be zero, unlike perhaps in the input.
  if (length & 1)
    plan.replace(chunk.data.offset + length, Math.min(1, reader.size - chunk.data.offset - length), Buffer.alloc(1));
}

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
