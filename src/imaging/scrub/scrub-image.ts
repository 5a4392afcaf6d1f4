import { closeSync, openSync, rmSync } from 'node:fs';
import type { FormatName } from '../../core/formats.ts';
import { CorruptImageError } from '../errors.ts';
import { type ByteReader, createByteWriter, withReader } from '../file-bytes.ts';
import type { ImageFacts } from '../metadata/image-facts.ts';
import { type Removed, sortRemoved } from '../metadata/removed.ts';
import { planAvif } from './avif/plan-avif.ts';
import { executePlan, type ScrubOptions, type ScrubPlan } from './plan.ts';
import { planGif } from './plan-gif.ts';
import { planJpeg } from './plan-jpeg.ts';
import { planPng } from './plan-png.ts';
import { planWebp } from './plan-webp.ts';

const WALKERS: Record<FormatName, (reader: ByteReader, options: ScrubOptions) => ScrubPlan> = {
  JPEG: planJpeg,
  PNG: planPng,
  GIF: planGif,
  WEBP: planWebp,
  AVIF: planAvif,
};

export interface ScrubResult {
  facts: ImageFacts;
  /** Kinds of removed data, each once, in the order of `REMOVED_MEANINGS`. */
  removed: Removed[];
  /**
   * Size in bytes and SHA-256 in hex of the output; null if the input is already clean, then there is no output. The
   * output may differ from the input in structure alone, with an empty `removed`.
   */
  written: { size: number; sha256: string } | null;
}

/**
 * Writes the file that is safe to store and serve: the same compressed image data, colour profile and orientation, without
 * private or hidden data. With `keepMetadata` it removes hidden data only: trailing bytes, unknown parts, secondary
 * images. Decodes nothing, takes linear time and constant memory. Synchronous: for decoder processes. Calls no fsync.
 * After an error there is no output file.
 * @param outputPath must not exist
 * @param check called with the facts before anything is written; its errors pass through
 * @throws CorruptImageError for a broken structure or a truncated file; file system errors pass through
 */
export function scrubImage(
  inputPath: string,
  outputPath: string,
  format: FormatName,
  options: ScrubOptions,
  check: (facts: ImageFacts) => void = () => {},
): ScrubResult {
  return withReader(inputPath, (reader) => {
    const plan = WALKERS[format](reader, options);
    const { facts } = plan;
    check(facts);
    const removed = sortRemoved(plan.removed);
    return { facts, removed, written: plan.unchanged ? null : write(plan, reader, outputPath) };
  });
}

function write(plan: ScrubPlan, reader: ByteReader, outputPath: string): { size: number; sha256: string } {
  const output = openSync(outputPath, 'wx', 0o600);
  let done = false;
  try {
    const writer = createByteWriter(output);
    executePlan(plan, reader, writer);
    const written = writer.finish();
    done = true;
    return written;
  } finally {
    closeSync(output);
    if (!done) rmSync(outputPath, { force: true });
  }
}

/** The kinds of data that a scrub would remove; none if the structure of the file is broken. */
export function findRemovable(path: string, format: FormatName): Removed[] {
  try {
    return withReader(path, (reader) => sortRemoved(WALKERS[format](reader, { keepMetadata: false }).removed));
  } catch (error) {
    if (error instanceof CorruptImageError) return [];
    throw error;
  }
}
