import { inflateSync } from 'node:zlib';
import { CorruptImageError } from '../errors.ts';
import type { ByteReader } from '../file-bytes.ts';
import { isMinimalExif, MAX_EXIF_BYTES, orientationTiff, readExif } from '../metadata/exif.ts';
import { limitIcc, looksLikeIcc, MAX_ICC_BYTES } from '../metadata/icc.ts';
import type { ImageFacts, Orientation } from '../metadata/image-facts.ts';
import { noteXmp, type Removed } from '../metadata/removed.ts';
import { createPlan, type PlanBuilder, type ScrubOptions, type ScrubPlan } from './plan.ts';
import { crcOf, makePngChunk, PNG_SIGNATURE_BYTES, type PngChunk, walkPngChunks } from './png-chunks.ts';

// Chunks that change how the image is shown, with the data lengths that decoders accept. All stand before the first IDAT.
// sPLT and hIST are missing on purpose: they only help displays of few colours.
const RENDERING_CHUNKS: Record<string, (length: number) => boolean> = {
  tRNS: (length) => length >= 1 && length <= 256,
  gAMA: (length) => length === 4,
  cHRM: (length) => length === 32,
  sRGB: (length) => length === 1,
  sBIT: (length) => length >= 1 && length <= 4,
  bKGD: (length) => length === 1 || length === 2 || length === 6,
  pHYs: (length) => length === 9,
  cICP: (length) => length === 4,
  mDCV: (length) => length === 24,
  cLLI: (length) => length === 8,
  acTL: (length) => length === 8,
};

const TEXT_CHUNKS = new Set(['tEXt', 'zTXt', 'iTXt']);
/** Decoded samples of a pixel by colour type. A palette may have transparent colours. */
const SAMPLES: Record<number, number> = { 0: 1, 2: 3, 3: 4, 4: 2, 6: 4 };
/** Names that programs give to profiles. Any other is free text, or markup. */
const PLAIN_PROFILE_NAME = /^[\w .,()+-]{1,79}$/;

interface State {
  keepMetadata: boolean;
  pictureStarted: boolean;
  animated: boolean;
  orientation: Orientation;
  hasAlpha: boolean;
  seen: Set<string>;
}

/**
 * Plans the scrub of a PNG or APNG file (W3C PNG, third edition). It keeps critical and animation chunks unchanged, after
 * a check of their CRC, and those ancillary chunks that change how the image is shown and that decoders accept: intact,
 * first of their kind, before the first IDAT.
 * Orientation: Chromium 156 and libvips 8.18 apply the first eXIf chunk before IDAT and ignore any after it. So the
 * scrub reduces the former to its orientation and removes the latter.
 * @throws CorruptImageError, also for a file without IEND
 */
export function planPng(reader: ByteReader, { keepMetadata, pngCuts }: ScrubOptions): ScrubPlan {
  const plan = createPlan(reader);
  const state: State = {
    keepMetadata,
    pictureStarted: false,
    animated: isAnimatedPng(reader),
    orientation: 1,
    hasAlpha: false,
    seen: new Set(),
  };
  let facts: ImageFacts | undefined;
  let animation: ReturnType<typeof checkPngAnimation> | undefined;
  let previous = '';
  let end = 0;

  for (const chunk of walkPngChunks(reader)) {
    const { type, offset, length } = chunk;
    end = offset + length;
    if (!facts) {
      facts = readHeader(reader, chunk);
      animation = checkPngAnimation(reader, facts);
      plan.copy(0, PNG_SIGNATURE_BYTES + length);
    } else if (isPicture(type, state.animated)) {
      if (!chunk.isIntact()) throw new CorruptImageError(offset, `PNG chunk ${type} with a wrong checksum`);
      checkCritical(chunk, state, previous);
      if (state.animated && (type === 'fcTL' || type === 'fdAT' || type === 'IDAT')) animation?.take(chunk);
      if (type === 'IDAT') state.pictureStarted = true;
      copyPicture(reader, plan, chunk, pngCuts?.get(offset));
    } else scrubAncillary(reader, plan, state, chunk);
    previous = type;
  }
  if (!facts || !animation || !state.pictureStarted) throw new CorruptImageError(end, 'PNG without a picture');
  if (end < reader.size) plan.removed.add('trailing_data');
  facts.frames = animation.finish(end);
  facts.orientation = state.orientation;
  facts.hasAlpha ||= state.hasAlpha;
  return plan.finish(facts);
}

/** Copies a chunk, or of a data chunk the first `kept` bytes of its compressed data. */
function copyPicture(reader: ByteReader, plan: PlanBuilder, chunk: PngChunk, kept: number | undefined): void {
  const { type, offset, length, data } = chunk;
  if (kept === undefined) {
    plan.copy(offset, length);
    return;
  }
  plan.removed.add('trailing_data');
  // Without data, an fdAT still counts in the sequence of the animation.
  const dataLength = type === 'fdAT' ? kept + 4 : kept;
  if (dataLength === 0) return;
  const lengthField = Buffer.alloc(4);
  lengthField.writeUInt32BE(dataLength);
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(crcOf(reader, offset + 4, dataLength + 4));
  plan.replace(offset, 4, lengthField);
  plan.copy(offset + 4, dataLength + 4);
  plan.replace(data.offset + dataLength, data.length - dataLength + 4, crc);
}

function readHeader(reader: ByteReader, chunk: PngChunk): ImageFacts {
  const { type, offset, data } = chunk;
  if (type !== 'IHDR' || data.length !== 13) throw new CorruptImageError(offset, 'PNG does not start with IHDR');
  if (!chunk.isIntact()) throw new CorruptImageError(offset, 'PNG chunk IHDR with a wrong checksum');
  const width = reader.u32be(data.offset);
  const height = reader.u32be(data.offset + 4);
  const isDeep = reader.u8(data.offset + 8) === 16;
  const colourType = reader.u8(data.offset + 9);
  const interlace = reader.u8(data.offset + 12);
  if (width === 0 || height === 0 || width > 0x7fffffff || height > 0x7fffffff) {
    throw new CorruptImageError(offset, 'PNG without area');
  }
  const samples = SAMPLES[colourType];
  if (samples === undefined || interlace > 1) throw new CorruptImageError(offset, 'PNG header out of range');
  const hasAlpha = colourType === 4 || colourType === 6;
  const facts: ImageFacts = { width, height, frames: 1, orientation: 1, progressive: interlace === 1, hasAlpha };
  return facts.progressive ? { ...facts, interlacedPixelBytes: samples * (isDeep ? 2 : 1) } : facts;
}

// A critical chunk has a capital first letter. An image with an unknown critical chunk cannot be shown.
function isPicture(type: string, animated: boolean): boolean {
  return /^[A-Z]/.test(type) || (animated && (type === 'fcTL' || type === 'fdAT'));
}

function checkCritical({ type, offset, data }: PngChunk, state: State, previous: string): void {
  if (type === 'IDAT') {
    if (state.pictureStarted && previous !== 'IDAT') throw new CorruptImageError(offset, 'PNG picture in two places');
  } else if (type === 'PLTE') {
    if (state.seen.has('PLTE') || state.pictureStarted) throw new CorruptImageError(offset, 'misplaced PNG palette');
    state.seen.add('PLTE');
    if (data.length % 3 !== 0 || data.length === 0 || data.length > 768) {
      throw new CorruptImageError(offset, 'PNG palette of a wrong length');
    }
  } else if (type === 'IEND') {
    if (data.length > 0) throw new CorruptImageError(offset, 'PNG end chunk with data');
  } else if (type !== 'fcTL' && type !== 'fdAT') throw new CorruptImageError(offset, `unknown PNG chunk ${type}`);
}

function scrubAncillary(reader: ByteReader, plan: PlanBuilder, state: State, chunk: PngChunk): void {
  const { type, offset, length, data } = chunk;
  const valid = !state.pictureStarted && !state.seen.has(type) && chunk.isIntact();
  if (valid) state.seen.add(type);
  if (type === 'eXIf') {
    scrubExif(reader, plan, state, chunk, valid);
  } else if (type === 'tIME' || TEXT_CHUNKS.has(type)) {
    if (state.keepMetadata) plan.copy(offset, length);
    else if (type === 'tIME') plan.removed.add('timestamps');
    else noteText(reader, data, plan.removed);
  } else if (type === 'iCCP') {
    const clean = valid ? cleanProfileChunk(reader, chunk) : undefined;
    if (clean) plan.replace(offset, length, clean);
    if (clean?.length !== length) plan.removed.add('other');
  } else if (valid && RENDERING_CHUNKS[type]?.(data.length)) {
    if (type === 'tRNS') state.hasAlpha = true;
    plan.copy(offset, length);
  } else if (type === 'acTL' && !state.pictureStarted) {
    throw new CorruptImageError(offset, 'broken PNG animation header');
  } else plan.removed.add('other');
}

function scrubExif(reader: ByteReader, plan: PlanBuilder, state: State, chunk: PngChunk, valid: boolean): void {
  const { offset, length, data } = chunk;
  const tiff = reader.bytes(data.offset, Math.min(data.length, MAX_EXIF_BYTES));
  const { orientation, kinds } = readExif(tiff);
  if (valid) state.orientation = orientation;
  if (state.keepMetadata) {
    plan.copy(offset, length);
    return;
  }
  if (!(valid && isMinimalExif(tiff))) for (const kind of kinds) plan.removed.add(kind);
  if (valid && orientation !== 1) plan.replace(offset, length, makePngChunk('eXIf', orientationTiff(orientation)));
}

const KIND_OF_KEYWORD: Record<string, Removed> = {
  Author: 'author',
  Copyright: 'author',
  Software: 'software',
  Comment: 'comment',
  'Creation Time': 'timestamps',
};

function noteText(reader: ByteReader, data: PngChunk['data'], removed: Set<Removed>): void {
  const keyword = reader.text(data.offset, Math.min(80, data.length)).split('\0', 1)[0] ?? '';
  if (keyword === 'XML:com.adobe.xmp') noteXmp(reader, data.offset, data.length, removed);
  else removed.add(KIND_OF_KEYWORD[keyword] ?? 'text');
}

/**
 * The iCCP chunk to write (W3C PNG, 11.3.2.3: name, zero, method 0, zlib stream): the same one if it hides no data, else
 * with a neutral name and without the bytes after its stream.
 * @returns undefined if it holds no profile that a decoder would use
 * @throws CorruptImageError for a profile that is too large, compressed or decompressed
 */
function cleanProfileChunk(reader: ByteReader, { offset, length, data }: PngChunk): Buffer | undefined {
  limitIcc(data.offset, data.length);
  const whole = reader.bytes(offset, length);
  const content = whole.subarray(8, 8 + data.length);
  const nameEnd = content.indexOf(0);
  if (nameEnd < 1 || nameEnd > 79 || content[nameEnd + 1] !== 0) return undefined;
  const stream = content.subarray(nameEnd + 2);
  const streamBytes = profileStreamBytes(stream, data.offset);
  if (streamBytes === undefined) return undefined;
  if (streamBytes === stream.length && PLAIN_PROFILE_NAME.test(content.toString('latin1', 0, nameEnd))) return whole;
  return makePngChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0'), stream.subarray(0, streamBytes)]));
}

/** Length of the zlib stream, or undefined if it does not decompress to a profile. */
function profileStreamBytes(stream: Buffer, offset: number): number | undefined {
  try {
    const { buffer, engine } = inflateSync(stream, { maxOutputLength: MAX_ICC_BYTES, info: true }) as unknown as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    return looksLikeIcc(buffer) ? engine.bytesWritten : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') limitIcc(offset, MAX_ICC_BYTES + 1);
    return undefined;
  }
}

/** Checks the animation chunks of an APNG and counts the frames. Both methods throw CorruptImageError. */
export interface PngAnimation {
  /** Call with each fcTL, fdAT and IDAT chunk in file order. */
  take(chunk: PngChunk): void;
  /** Call after the last chunk. @returns the number of complete frames */
  finish(endOffset: number): number;
}

/** Whether an acTL chunk stands anywhere before the first IDAT. */
export function isAnimatedPng(reader: ByteReader): boolean {
  for (const { type } of walkPngChunks(reader)) {
    if (type === 'acTL') return true;
    if (type === 'IDAT') return false;
  }
  return false;
}

/**
 * Checks the rules for animated PNG (W3C PNG, third edition, 11.3.6): the sequence numbers of fcTL and fdAT together rise
 * by one from 0, each frame is inside the canvas and has data. It does not compare the frame count of acTL: decoders show
 * the frames that exist.
 */
export function checkPngAnimation(reader: ByteReader, canvas: { width: number; height: number }): PngAnimation {
  let nextSequence = 0;
  let frames = 0;
  let awaitsData: number | undefined;

  function takeSequence({ type, offset, data }: PngChunk): void {
    if (reader.u32be(data.offset) !== nextSequence) throw new CorruptImageError(offset, `${type} out of sequence`);
    nextSequence += 1;
  }

  function takeControl(chunk: PngChunk): void {
    const { offset, data } = chunk;
    if (data.length !== 26) throw new CorruptImageError(offset, 'fcTL of a wrong length');
    if (awaitsData !== undefined) throw new CorruptImageError(awaitsData, 'animation frame without data');
    takeSequence(chunk);
    const [width, height, x, y] = [4, 8, 12, 16].map((at) => reader.u32be(data.offset + at)) as [
      number,
      number,
      number,
      number,
    ];
    if (width === 0 || height === 0 || x + width > canvas.width || y + height > canvas.height) {
      throw new CorruptImageError(offset, 'animation frame outside the canvas');
    }
    frames += 1;
    awaitsData = offset;
  }

  return {
    take(chunk) {
      if (chunk.type === 'fcTL') takeControl(chunk);
      else if (chunk.type === 'fdAT') {
        if (chunk.data.length < 4) throw new CorruptImageError(chunk.offset, 'fdAT too short');
        if (frames === 0) throw new CorruptImageError(chunk.offset, 'fdAT before any fcTL');
        takeSequence(chunk);
        awaitsData = undefined;
      } else awaitsData = undefined;
    },
    finish(endOffset) {
      if (awaitsData !== undefined) throw new CorruptImageError(endOffset, 'animation ends before its last frame');
      return Math.max(1, frames);
    },
  };
}
