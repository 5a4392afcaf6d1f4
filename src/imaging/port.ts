import type { FormatName, InputFormat } from '../core/formats.ts';
import type { Cutting } from '../core/links.ts';
import type { LossKind } from './errors.ts';

/** A file that the decoder wrote and that becomes a blob. */
export interface WrittenFile {
  path: string;
  sizeBytes: number;
  /** Hex. */
  sha256: string;
}

/** An image without private metadata, in the format in which it is stored. */
export interface StorableImage {
  format: FormatName;
  /** In pixels, as a browser shows the image: with its orientation applied. */
  width: number;
  height: number;
  frames: number;
  hasAlpha: boolean;
  /** Kinds of metadata that were removed, in the words of the API. */
  removed: string[];
  /** The upload itself if nothing had to be changed. */
  original: WrittenFile;
}

/** The result of processing an upload. */
export interface ProcessedImage extends StorableImage {
  /** Hex SHA-256 of the file as uploaded. */
  uploadedSha256: string;
  /** 16 hex digits; null if the job did not request it, or the image has too little detail. */
  perceptualHash: string | null;
  thumbnail: Thumbnail;
}

export interface Thumbnail {
  format: FormatName;
  width: number;
  height: number;
  /** null for a lazy job; then `width` and `height` are those of the thumbnail that will be made later. */
  file: WrittenFile | null;
}

/** An uploaded file on disk and its limits. */
export interface ProcessJob {
  inputPath: string;
  /** Hex SHA-256 of the input. */
  sha256: string;
  sizeBytes: number;
  format: InputFormat;
  /** Prefix of the output files (`outputFile`). The caller removes them, after an error too. */
  outputPath: string;
  maxPixels: number;
  /** Keep descriptive metadata. Formats that are transcoded lose it anyway. */
  keepMetadata: boolean;
  /** Compute the perceptual hash. This decodes the image, even in a lazy job. */
  wantsHash?: boolean;
  /** Leave the thumbnail for later, and its decoding too if the format is stored as it is. */
  isLazy?: boolean;
  /** The accepted formats, for the error message that refuses any other. */
  formats: readonly InputFormat[];
}

/** A stored image on disk, to be scaled down. */
export interface VariantJob {
  inputPath: string;
  source: FormatName;
  /** Prefix of the output files (`outputFile`). The caller removes them, after an error too. */
  outputPath: string;
  /** In pixels, not above those of the image. */
  width: number;
  height: number;
  how: Cutting;
  /** Of JPEG, WebP and AVIF, 1 to 100; null = the usual one. */
  quality: number | null;
  format: FormatName;
  /** A larger PNG becomes WebP; a larger file of another format is refused. */
  maxBytes: number;
}

/** What a decoder job is for. `derived`: a variant or thumbnail of a stored image, made for a request that reads it. */
export type JobKind = 'upload' | 'derived';

/** Whom a decoder job serves. */
export interface JobOrigin {
  kind: JobKind;
  /** `quotaKey` of the caller, or the name of an internal user. Jobs with the same key take turns as one caller. */
  caller: string;
}

/** Jobs of one kind, now. */
export interface KindLoad {
  running: number;
  waiting: number;
}

/** A variant, in the requested format, or in WebP instead of AVIF or PNG. */
export type MadeVariant = WrittenFile & { format: FormatName };

/** How the decoder processes are confined. */
export interface Confinement {
  kind: 'bubblewrap' | 'none';
  /** Why there is no sandbox although one was wanted. */
  problem: string | undefined;
}

/** Processes uploads and makes variants. Its queue is fair between the callers whom the jobs serve. */
export interface Decoder {
  readonly confinement: Confinement;
  /** Starts the decoder processes, which otherwise start with the first job. */
  warmUp(): void;
  /**
   * @throws AppError INVALID_IMAGE (also if the decoder process crashes, times out or exceeds its CPU budget),
   *   IMAGE_DIMENSIONS_EXCEEDED, INVALID_FILE_TYPE, STORAGE_UNAVAILABLE, SERVICE_UNAVAILABLE if too many jobs are waiting,
   *   or if two processes were killed from outside
   */
  process(job: ProcessJob, origin: JobOrigin): Promise<ProcessedImage>;
  /**
   * As `process`, but retries once if the decoder process crashes or times out, which the file may not have caused. Does not
   * retry a file that exceeded its CPU budget.
   */
  processWithRetry(job: ProcessJob, origin: JobOrigin): Promise<ProcessedImage>;
  /**
   * Falls back from AVIF to WebP, which every browser with AVIF supports too, if AVIF takes longer than the budget.
   * @throws AppError INVALID_IMAGE, STORAGE_UNAVAILABLE, SERVICE_UNAVAILABLE as `process`
   */
  makeVariant(job: VariantJob, origin: JobOrigin, avifBudgetMs: number): Promise<MadeVariant>;
  /** Jobs that are running and waiting now, the uploads among them, and how many of each kind may wait. */
  load(): KindLoad & { uploads: KindLoad; maxWaiting: number };
  /** Decoder processes that were lost since the start, by every kind. */
  losses(): ReadonlyMap<LossKind, number>;
  /** Decoder processes that were killed from outside in the last five minutes. */
  recentKills(): number;
  /** Decoder processes that another one has taken over from since the start, lost ones included. */
  replaced(): number;
  /** Ends the decoder processes. Running jobs fail. */
  close(): Promise<void>;
}

const OUTPUTS = ['scrubbed', 'cut', 'probe', 'reencoded', 'transcoded', 'thumbnail', 'variant'] as const;
export type OutputName = (typeof OUTPUTS)[number];

/** The path of one output file of a job. @param outputPath of the job */
export function outputFile(outputPath: string, output: OutputName): string {
  return `${outputPath}-${output}`;
}

/** All paths at which a job may have left output files. */
export function outputFiles(outputPath: string): string[] {
  return OUTPUTS.map((output) => outputFile(outputPath, output));
}
