import type { FormatName, InputFormat } from '../core/formats.ts';

/** One file that the decoder wrote, ready to become a blob. */
export interface WrittenFile {
  path: string;
  sizeBytes: number;
  /** Hex. */
  sha256: string;
}

/** What is known of an image that may be stored. Sides are those that a browser shows, orientation applied. */
export interface ProcessedImage {
  format: FormatName;
  width: number;
  height: number;
  frames: number;
  hasAlpha: boolean;
  /** Kinds of metadata that were taken out, in the words of the API. */
  removed: string[];
  original: WrittenFile;
  /** Hex SHA-256 of the file as it came. */
  uploadedSha256: string;
  /** 16 hex digits; null where it was not asked for, or the picture has too little to be known by. */
  perceptualHash: string | null;
  thumbnail: Thumbnail;
}

/** A picture in small. */
export interface Thumbnail {
  format: FormatName;
  width: number;
  height: number;
  /** null while it is left for later; then the sides are those that it will have. */
  file: WrittenFile | null;
}

/** An uploaded file on disk and the limits that hold for it. */
export interface ProcessJob {
  inputPath: string;
  /** Hex SHA-256 of the input and its size, as counted while it was received. */
  sha256: string;
  sizeBytes: number;
  format: InputFormat;
  /** Files that are made are named after it (`outputFile`); the caller removes them, whatever happens. */
  outputPath: string;
  maxPixels: number;
  /** Leave descriptive metadata in; formats that are stored as another one lose it all the same. */
  keepMetadata: boolean;
  /** Whether its perceptual hash is wanted; then it is decoded now. */
  wantsHash?: boolean;
  /** Whether decoding and thumbnail are left for later, where the picture can be stored without. */
  isLazy?: boolean;
  /** The formats that are accepted, for the refusal of others. */
  formats: readonly InputFormat[];
}

/** A stored image on disk, to be drawn narrower. */
export interface VariantJob {
  inputPath: string;
  source: FormatName;
  /** Files that are made are named after it (`outputFile`); the caller removes them, whatever happens. */
  outputPath: string;
  width: number;
  format: FormatName;
}

/** A variant's bytes, in the format that was asked for or, for AVIF, in WebP. */
export type MadeVariant = WrittenFile & { format: FormatName };

/** Makes what is stored of a file and, unless that is left for later, proves that it decodes. */
export interface Decoder {
  /** Starts what it needs, which otherwise begins with the first job. */
  warmUp(): void;
  /**
   * @throws AppError INVALID_IMAGE (also when the decoder process dies or takes too long), IMAGE_DIMENSIONS_EXCEEDED,
   *   SERVICE_UNAVAILABLE when too many jobs wait
   */
  process(job: ProcessJob): Promise<ProcessedImage>;
  /** The same, begun again once when the process dies or takes too long: that need not be the file's fault. */
  processWithRetry(job: ProcessJob): Promise<ProcessedImage>;
  /**
   * AVIF that cannot be had in the time given is made as WebP, which every browser that shows AVIF shows too.
   * @throws AppError INVALID_IMAGE, SERVICE_UNAVAILABLE as `process`
   */
  makeVariant(job: VariantJob, avifBudgetMs: number): Promise<MadeVariant>;
  /** How many jobs wait or run now, of how many. */
  load(): { running: number; waiting: number; maxWaiting: number };
  /** Ends the decoder processes; jobs under way fail. */
  close(): Promise<void>;
}

/** The files that are made of one picture. */
const OUTPUTS = ['scrubbed', 'redrawn', 'transcoded', 'thumbnail', 'variant'] as const;

/** Where one of a job's files is made. @param outputPath of the job */
export function outputFile(outputPath: string, output: (typeof OUTPUTS)[number]): string {
  return `${outputPath}-${output}`;
}

/** Where there may be files of a job whose end is not known. */
export function outputFiles(outputPath: string): string[] {
  return OUTPUTS.map((output) => outputFile(outputPath, output));
}
