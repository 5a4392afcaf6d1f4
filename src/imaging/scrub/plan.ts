import { CorruptImageError } from '../errors.ts';
import type { ByteReader, ByteWriter } from '../file-bytes.ts';
import type { ImageFacts } from '../metadata/image-facts.ts';
import type { Removed } from '../metadata/removed.ts';

export interface ScrubOptions {
  /** Keep descriptive metadata (EXIF, XMP, IPTC, text, comments). Data that no viewer reads is removed anyway. */
  keepMetadata: boolean;
  /** Of PNG data chunks, by offset: the bytes of compressed data that stay (`findHiddenInPng`). */
  pngCuts?: ReadonlyMap<number, number>;
}

type Step = { copy: { offset: number; length: number } } | { bytes: Uint8Array } | { zeros: number };

/** The result of a walker: the facts of the image, the kinds of removed data, and the steps that write the clean file. */
export interface ScrubPlan {
  facts: ImageFacts;
  removed: Set<Removed>;
  /** The clean file equals the input. */
  unchanged: boolean;
  steps: readonly Step[];
}

/** Collects the steps while a walker reads. Adjacent copies become one step, so memory grows only with the number of cuts. */
export interface PlanBuilder {
  readonly removed: Set<Removed>;
  /** Copies input bytes to the output. */
  copy(offset: number, length: number): void;
  /** Writes `bytes` to the output in place of `length` input bytes at `offset`. */
  replace(offset: number, length: number, bytes: Uint8Array): void;
  /** Writes as many zero bytes as the input range has. @returns whether the range held other bytes */
  zero(offset: number, length: number): boolean;
  finish(facts: ImageFacts): ScrubPlan;
}

// More cuts than any valid file needs. Limits the memory of a plan.
const MAX_STEPS = 200_000;

/** Starts the plan of the file of `reader`. Its methods throw CorruptImageError for too many steps. */
export function createPlan(reader: ByteReader): PlanBuilder {
  const removed = new Set<Removed>();
  const steps: Step[] = [];

  function add(step: Step, offset: number): void {
    if (steps.length >= MAX_STEPS) throw new CorruptImageError(offset, 'too many parts');
    steps.push(step);
  }

  function copy(offset: number, length: number): void {
    if (length === 0) return;
    if (offset + length > reader.size)
      throw new CorruptImageError(offset, `${length} bytes announced, but the file ends before`);
    const last = steps.at(-1);
    if (last && 'copy' in last && last.copy.offset + last.copy.length === offset) last.copy.length += length;
    else add({ copy: { offset, length } }, offset);
  }

  return {
    removed,
    copy,
    replace(offset, length, bytes) {
      // Equal bytes become a copy, so that a scrubbed file is `unchanged` in a second scrub.
      if (bytes.length === length && length > 0 && reader.bytes(offset, length).equals(bytes)) copy(offset, length);
      else if (bytes.length > 0) add({ bytes }, offset);
    },
    zero(offset, length) {
      if (isZero(reader, offset, length)) {
        copy(offset, length);
        return false;
      }
      add({ zeros: length }, offset);
      return true;
    },
    finish(facts) {
      const [only] = steps;
      const unchanged =
        steps.length === 1 && !!only && 'copy' in only && only.copy.offset === 0 && only.copy.length === reader.size;
      return { facts, removed, unchanged, steps };
    },
  };
}

/** Executes a plan: reads its input and writes the clean file. */
export function executePlan(plan: ScrubPlan, reader: ByteReader, writer: ByteWriter): void {
  for (const step of plan.steps) {
    if ('bytes' in step) writer.write(step.bytes);
    else if ('zeros' in step) writeZeros(writer, step.zeros);
    else copyRange(reader, writer, step.copy.offset, step.copy.length);
  }
}

function copyRange(reader: ByteReader, writer: ByteWriter, offset: number, length: number): void {
  for (let done = 0; done < length; ) {
    const piece = reader.view(offset + done, length - done);
    writer.write(piece);
    done += piece.length;
  }
}

const ZEROS = Buffer.alloc(64 * 1024);

function writeZeros(writer: ByteWriter, count: number): void {
  for (let left = count; left > 0; left -= ZEROS.length) writer.write(ZEROS.subarray(0, Math.min(left, ZEROS.length)));
}

function isZero(reader: ByteReader, offset: number, length: number): boolean {
  for (let done = 0; done < length; ) {
    const piece = reader.view(offset + done, Math.min(length - done, ZEROS.length));
    if (!piece.equals(ZEROS.subarray(0, piece.length))) return false;
    done += piece.length;
  }
  return true;
}
