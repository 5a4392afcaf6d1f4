import { closeSync, openSync, rmSync } from 'node:fs';
import type { FormatName } from '../../core/formats.ts';
import { CorruptImageError } from '../errors.ts';
import { type ByteReader, createByteWriter } from '../file-bytes.ts';
import type { ImageFacts } from '../metadata/image-facts.ts';
import { type Removed, sortRemoved } from '../metadata/removed.ts';
import { withReader } from '../with-reader.ts';
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

/** What a scrub did. */
export interface ScrubResult {
  facts: ImageFacts;
  /** Kinds of data that were taken out, each once, in the order of `REMOVED_MEANINGS`. */
  removed: Removed[];
  /**
   * Size in bytes and SHA-256 as hex of the output, which may differ from the input by a mere tidying of structure, with
   * nothing in `removed`; null where the input is clean as it is, and no output was written.
   */
  written: { size: number; sha256: string } | null;
}

/**
 * Writes to `outputPath` (which must not exist) the file that is safe to store and serve: the same compressed picture,
 * colour profile and orientation, without private or hidden data. With `keepMetadata` descriptive metadata stays and
 * only hidden data goes: trailing bytes, unknown parts, secondary pictures.
 * Decodes nothing, and takes linear time and constant memory.
 * Synchronous: for decoder processes. Not fsynced. Throws CorruptImageError where the structure is broken or cut short,
 * and file system errors as they are; in both cases no output file is left.
 * @param check told what the structure says of the picture before anything is written; what it throws is thrown
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

/**
 * What a scrub would take out, for a file that is read and not kept: it says what the uploader loses.
 * @returns nothing where the structure cannot be read
 */
export function findRemovable(path: string, format: FormatName): Removed[] {
  try {
    return withReader(path, (reader) => sortRemoved(WALKERS[format](reader, { keepMetadata: false }).removed));
  } catch (error) {
    if (error instanceof CorruptImageError) return [];
    throw error;
  }
}
