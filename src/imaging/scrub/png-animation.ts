import { CorruptImageError } from '../errors.ts';
import type { ByteReader } from '../file-bytes.ts';
import { type PngChunk, walkPngChunks } from './png-chunks.ts';

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
