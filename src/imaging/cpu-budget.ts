import type { InputFormat } from '../core/formats.ts';

/** What the budget of a job depends on. */
export interface Work {
  format: InputFormat;
  sizeBytes: number;
  /** Width x height of all frames; 0 until the decoder process has read the structure of the file. */
  pixels: number;
  /** A narrower image is encoded from it, in any format. */
  isVariant: boolean;
}

/** A file may cost so much for each megabyte sent, whatever it claims to hold. */
const SECONDS_PER_MEGABYTE_SENT = 2;
/** Smaller files count as one of this size: the codecs of AVIF, HEIC and JPEG XL need seconds for small files too. */
const MIN_MEGABYTES_SENT = 1.5;
/** Ten times what an ordinary image of one megapixel costs, with the start of a WebAssembly codec. */
const BASE_SECONDS = 1.5;
const VARIANT_SECONDS = 5;
/** A process goes on for so long before the watch notices and the kernel ends it. */
const OVERRUN_SECONDS = 0.4;

/**
 * Three to five times what ordinary images cost on one idle core, for each decoded megapixel and for each megabyte of the
 * file: a busy neighbour on the same core doubles the time. HEIC and JPEG XL have codecs in WebAssembly.
 */
const RATES: Record<InputFormat, { megapixel: number; megabyte: number }> = {
  JPEG: { megapixel: 0.06, megabyte: 0.1 },
  PNG: { megapixel: 0.06, megabyte: 0.1 },
  GIF: { megapixel: 0.06, megabyte: 0.1 },
  WEBP: { megapixel: 0.06, megabyte: 0.2 },
  AVIF: { megapixel: 0.1, megabyte: 0.3 },
  TIFF: { megapixel: 0.1, megabyte: 0.1 },
  BMP: { megapixel: 0.1, megabyte: 0.1 },
  HEIC: { megapixel: 0.4, megabyte: 0.6 },
  JXL: { megapixel: 0.4, megabyte: 0.6 },
};

/** CPU seconds that a decoder process may spend on a job: by pixels and bytes, and at most two for each megabyte sent. */
export function cpuBudgetSeconds({ format, sizeBytes, pixels, isVariant }: Work): number {
  const [megabytes, megapixels] = [sizeBytes / 1e6, pixels / 1e6];
  const { megapixel, megabyte } = RATES[format];
  const byContent = BASE_SECONDS + megapixel * megapixels + megabyte * megabytes;
  const bySize = SECONDS_PER_MEGABYTE_SENT * Math.max(MIN_MEGABYTES_SENT, megabytes) - OVERRUN_SECONDS;
  return Math.min(byContent, bySize) + (isVariant ? VARIANT_SECONDS : 0);
}

/** A smaller share of a budget is within what other programs on the machine change. */
const SHARE_OF_BUDGET = 0.1;

/**
 * Whether the pixels raise the budget so much that a decoder process tells them. They do not for an ordinary image of up to
 * two megapixels, whose decoding takes less than such a message is worth.
 */
export function needsPixels(work: Work): boolean {
  return cpuBudgetSeconds(work) > (1 + SHARE_OF_BUDGET) * cpuBudgetSeconds({ ...work, pixels: 0 });
}
