import { CorruptImageError } from '../errors.ts';
import type { ByteReader, ByteWriter } from '../file-bytes.ts';
import type { ImageFacts } from '../metadata/image-facts.ts';
import type { Removed } from '../metadata/removed.ts';

/** What a walker may be told. */
export interface ScrubOptions {
  /** Leave descriptive metadata (EXIF, XMP, IPTC, text, comments) in; what no viewer reads goes all the same. */
  keepMetadata: boolean;
}

type Step = { copy: { offset: number; length: number } } | { bytes: Uint8Array } | { zeros: number };

/** A walker's result: the picture's facts, what goes, and the recipe of the clean file. */
export interface ScrubPlan {
  facts: ImageFacts;
  removed: Set<Removed>;
  /** The clean file is the input, byte for byte. */
  unchanged: boolean;
  steps: readonly Step[];
}

/** Collects the recipe while a walker reads; neighbouring copies join, so memory grows with what is cut out only. */
export interface PlanBuilder {
  readonly removed: Set<Removed>;
  /** These input bytes go into the output as they are. */
  copy(offset: number, length: number): void;
  /** These bytes go into the output in place of `length` input bytes at `offset`. */
  replace(offset: number, length: number, bytes: Uint8Array): void;
  /** As many zero bytes as the input range holds; true where the range held anything else. */
  zero(offset: number, length: number): boolean;
  finish(facts: ImageFacts): ScrubPlan;
}

// More cuts than any honest file needs; they bound the memory of a plan.
const MAX_STEPS = 200_000;

/** A recipe for the file behind `reader`. Throws CorruptImageError when it would need absurdly many steps. */
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
      throw new CorruptImageError(offset, `${length} bytes announced, file ends before`);
    const last = steps.at(-1);
    if (last && 'copy' in last && last.copy.offset + last.copy.length === offset) last.copy.length += length;
    else add({ copy: { offset, length } }, offset);
  }

  return {
    removed,
    copy,
    replace(offset, length, bytes) {
      // Bytes that are right already count as a copy: this is what makes a second scrub a no-op.
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

/** Carries a plan out: reads from the input it was made of, writes the clean file. */
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
