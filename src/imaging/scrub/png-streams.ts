import { closeSync, openSync } from 'node:fs';
import { Readable } from 'node:stream';
import { constants, createInflate } from 'node:zlib';
import { type ByteReader, createByteReader } from '../file-bytes.ts';
import { isAnimatedPng } from './plan-png.ts';
import { type PngChunk, walkPngChunks } from './png-chunks.ts';

const PIECE_BYTES = 64 * 1024;
const OUTPUT_BYTES = 256 * 1024;
const SEQUENCE_BYTES = 4;
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
// Offset and distance of the pixels of each pass in x and y: of a picture without passes, and with Adam7 (W3C PNG, 8.1).
const NO_PASSES = [[0, 0, 1, 1]] as const;
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** The data chunks of one frame. */
interface FrameData {
  width: number;
  height: number;
  chunks: { offset: number; data: { offset: number; length: number } }[];
}

/** What the compressed pictures of a PNG hide. */
export interface HiddenInPng {
  /** For each chunk with bytes behind the end of its zlib stream, by its offset: the bytes of its data that stay. */
  cuts: Map<number, number>;
  /** A stream holds more than its picture, or is broken. A cut cannot mend it. */
  isSurplus: boolean;
}

/**
 * Inflates the pictures of a PNG or APNG, and compares each stream with its chunks and its picture. The output is
 * discarded, and a stream is not read further when it exceeds its picture: time of one inflation, constant memory.
 * @param path of a file that `planPng` accepts
 * @throws CorruptImageError; file system errors pass through
 */
export async function findHiddenInPng(path: string): Promise<HiddenInPng> {
  const fd = openSync(path, 'r');
  try {
    const reader = createByteReader(fd);
    const { frames, bitsPerPixel, passes } = readFrames(reader);
    const hidden: HiddenInPng = { cuts: new Map(), isSurplus: false };
    for (const frame of frames) {
      const used = await usedBytes(reader, frame, pictureBytes(frame, bitsPerPixel, passes));
      if (used === undefined) hidden.isSurplus = true;
      else noteCuts(frame, used, hidden.cuts);
    }
    return hidden;
  } finally {
    closeSync(fd);
  }
}

type Passes = readonly (readonly [number, number, number, number])[];

function readFrames(reader: ByteReader): { frames: FrameData[]; bitsPerPixel: number; passes: Passes } {
  const animated = isAnimatedPng(reader);
  const size = (at: number) => ({ width: reader.u32be(at), height: reader.u32be(at + 4) });
  const frames: FrameData[] = [{ ...size(16), chunks: [] }];
  for (const { type, offset, data } of walkPngChunks(reader)) {
    if (type === 'IDAT') frames[0]?.chunks.push({ offset, data });
    else if (animated && type === 'fcTL' && frames[0]?.chunks.length) {
      frames.push({ ...size(data.offset + SEQUENCE_BYTES), chunks: [] });
    } else if (animated && type === 'fdAT') frames.at(-1)?.chunks.push({ offset, data: afterSequence(data) });
  }
  const bitsPerPixel = reader.u8(24) * (CHANNELS[reader.u8(25)] ?? 1);
  return { frames, bitsPerPixel, passes: reader.u8(28) === 1 ? ADAM7 : NO_PASSES };
}

function afterSequence({ offset, length }: PngChunk['data']): PngChunk['data'] {
  return { offset: offset + SEQUENCE_BYTES, length: length - SEQUENCE_BYTES };
}

/** Bytes of the filtered rows of a picture. */
function pictureBytes({ width, height }: FrameData, bitsPerPixel: number, passes: Passes): number {
  let sum = 0;
  for (const [x, y, stepX, stepY] of passes) {
    const columns = Math.ceil((width - x) / stepX);
    const rows = Math.ceil((height - y) / stepY);
    if (columns > 0 && rows > 0) sum += rows * (1 + Math.ceil((columns * bitsPerPixel) / 8));
  }
  return sum;
}

/** The length of the zlib stream of a frame; undefined if it is broken or longer than the picture. */
async function usedBytes(reader: ByteReader, frame: FrameData, picture: number): Promise<number | undefined> {
  const source = Readable.from(piecesOf(reader, frame));
  // A stream without its last bytes is not an error here: decoders show it.
  const inflate = createInflate({ chunkSize: OUTPUT_BYTES, finishFlush: constants.Z_SYNC_FLUSH });
  let inflated = 0;
  try {
    for await (const { length } of source.pipe(inflate)) {
      inflated += length;
      if (inflated > picture) return undefined;
    }
    return inflate.bytesWritten;
  } catch {
    return undefined;
  } finally {
    source.destroy();
    inflate.destroy();
  }
}

function* piecesOf(reader: ByteReader, { chunks }: FrameData): Generator<Buffer> {
  for (const { data } of chunks) {
    for (let done = 0; done < data.length; ) {
      const piece = Buffer.from(reader.view(data.offset + done, Math.min(PIECE_BYTES, data.length - done)));
      yield piece;
      done += piece.length;
    }
  }
}

function noteCuts({ chunks }: FrameData, used: number, cuts: Map<number, number>): void {
  let left = used;
  for (const { offset, data } of chunks) {
    if (data.length > left) cuts.set(offset, left);
    left -= Math.min(left, data.length);
  }
}
