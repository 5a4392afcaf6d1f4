import { invalidFileType } from '../../core/formats.ts';
import { CorruptImageError } from '../errors.ts';
import { type ByteReader, describeFile, withReader } from '../file-bytes.ts';
import { sharp, unblockTranscoding } from '../libvips.ts';
import type { Extent } from '../limits.ts';
import { kindsOfTags } from '../metadata/exif.ts';
import { usableIcc } from '../metadata/icc.ts';
import { uprightSize } from '../metadata/image-facts.ts';
import { type Removed, sortRemoved } from '../metadata/removed.ts';
import { openTiff, TAG, type TiffDirectory, type TiffFile } from '../metadata/tiff-directory.ts';
import { outputFile, type ProcessJob, type StorableImage } from '../port.ts';
import { findRemovable } from '../scrub/scrub-image.ts';
import type { ForeignFacts, ForeignFormat, TranscodedImage } from './foreign-image.ts';
import { jpegOptions, PNG_OPTIONS, storedFormat, storePixels } from './store-pixels.ts';

/**
 * Makes the stored file of an upload in a format that not every browser shows: a JPEG or PNG that looks the same.
 * @param check called with the facts of the header, before anything is decoded
 * @throws the errors of `check`; AppError INVALID_FILE_TYPE for camera raw files; CorruptImageError,
 *   UnsupportedImageError and errors of the decoders
 */
export async function storeTranscoded(
  job: ProcessJob,
  format: ForeignFormat,
  check: (extent: Extent) => void,
): Promise<StorableImage> {
  const { inputPath } = job;
  // Camera raw files have the structure of TIFF. A TIFF decoder would show their small preview.
  if (format === 'TIFF' && isCameraRaw(inputPath)) throw invalidFileType(job.formats, 'RAW');
  const facts = await inspectForeign(inputPath, format);
  check(facts);
  const path = outputFile(job.outputPath, 'transcoded');
  const stored = await transcodeImage(inputPath, path, format, facts);
  return { ...stored, frames: 1, removed: removedFrom(inputPath, format), original: describeFile(path) };
}

/** The kinds of metadata in the upload that the stored image does not have. */
function removedFrom(path: string, format: ForeignFormat): Removed[] {
  // HEIF has the structure of AVIF.
  if (format === 'HEIC') return findRemovable(path, 'AVIF');
  if (format !== 'TIFF') return [];
  return withReader(path, (reader) => {
    const tiff = openTiff(reader);
    const directory = tiff.directory(tiff.first);
    return sortRemoved(kindsOfTags((tag) => directory.has(tag)));
  });
}

/**
 * Reads the header of a foreign image. Decodes no pixel and loads no library.
 * @throws CorruptImageError, UnsupportedImageError; file system errors pass through
 */
export async function inspectForeign(path: string, format: ForeignFormat): Promise<ForeignFacts> {
  switch (format) {
    case 'HEIC':
      return (await import('./decode-heif.ts')).inspectHeif(path);
    case 'TIFF':
      return inspectTiff(path);
    case 'BMP':
      return (await import('./decode-bmp.ts')).inspectBmp(path);
    case 'JXL':
      return (await import('./inspect-jxl.ts')).inspectJxl(path);
  }
}

/**
 * Decodes an image once and writes it upright, with its colours (an ICC profile, or sRGB) and without other metadata:
 * as PNG if it has transparency, a palette or deep samples, otherwise as JPEG. Blocks the event loop and needs memory in
 * proportion to the image: for decoder processes. After an error, part of the output may exist. Afterwards `mustRetire`
 * (wasm-memory.ts) tells whether the process must be replaced.
 * @param facts the result of `inspectForeign` for this file; a file that decodes to another size is refused
 * @throws CorruptImageError, UnsupportedImageError or the error of the decoder for an image that does not decode
 */
export async function transcodeImage(
  inputPath: string,
  outputPath: string,
  format: ForeignFormat,
  facts: ForeignFacts,
): Promise<TranscodedImage> {
  unblockTranscoding();
  if (format === 'TIFF') {
    return transcodeTiff(inputPath, outputPath, { ...inspectTiff(inputPath), ...facts });
  }
  const [pixels, { storePixels }] = await Promise.all([decode(inputPath, format, facts), import('./store-pixels.ts')]);
  // The limits were checked on the announced size.
  if (pixels.width !== facts.width || pixels.height !== facts.height) {
    throw new Error(`decoded ${pixels.width} x ${pixels.height}, announced ${facts.width} x ${facts.height}`);
  }
  return storePixels(pixels, outputPath);
}

async function decode(path: string, format: 'HEIC' | 'BMP' | 'JXL', facts: ForeignFacts) {
  if (format === 'HEIC') return (await import('./decode-heif.ts')).decodeHeif(path);
  if (format === 'BMP') return (await import('./decode-bmp.ts')).decodeBmp(path);
  const [{ inspectJxl }, { decodeJxl }] = await Promise.all([import('./inspect-jxl.ts'), import('./decode-jxl.ts')]);
  return decodeJxl(path, { ...inspectJxl(path), ...facts });
}

const COLOR_FILTER_ARRAY = 32_803;
const LINEAR_RAW = 34_892;
// Compressions of sensor data: Sony, Samsung (two), Nikon, lossy DNG, Kodak (two), Pentax.
const RAW_COMPRESSIONS = new Set([32_767, 32_770, 32_772, 34_713, 34_892, 32_867, 65_000, 65_535]);
const REDUCED_RESOLUTION = 1;
const MAX_DIRECTORIES = 16;
/** Marks after the TIFF header: Canon CR2, Phase One IIQ. */
const MARKS: [offset: number, mark: string][] = [
  [8, 'CR\x02'],
  [8, 'IIII'],
  [8, 'MMMM'],
];
/** Headers of raw files without the magic number of TIFF: Olympus, Panasonic, Fujifilm, Minolta, Canon CRW. */
const HEADERS = ['IIRO', 'IIRS', 'MMOR', 'IIU\0', 'FUJIFILMCCD-RAW', '\0MRM', 'II\x1a\0\0\0HEAPCCDR'];

/**
 * Whether a file is a camera raw file (DNG, CR2, NEF, NRW, ARW, SR2, SRW, PEF, ORF, RW2, IIQ, 3FR, …) with the structure
 * of TIFF, or nearly so: a TIFF decoder would show its small preview at best. Reads the header and at most
 * MAX_DIRECTORIES directories. False for a corrupt file, which the TIFF decoder refuses.
 */
export function isCameraRaw(path: string): boolean {
  return withReader(path, looksRaw);
}

function looksRaw(reader: ByteReader): boolean {
  const head = reader.text(0, Math.min(reader.size, 16));
  if (HEADERS.some((header) => head.startsWith(header))) return true;
  if (!/^(II[*+]\0|MM\0[*+])/.test(head)) return false;
  if (MARKS.some(([offset, mark]) => head.startsWith(mark, offset))) return true;
  try {
    return hasRawDirectory(openTiff(reader));
  } catch (error) {
    if (error instanceof CorruptImageError) return false;
    throw error;
  }
}

function hasRawDirectory(tiff: TiffFile): boolean {
  const first = tiff.directory(tiff.first);
  if (first.has(TAG.dngVersion)) return true;
  if (holdsSensorData(first) || isPreviewOfRaw(first)) return true;
  const seen = new Set([tiff.first]);
  const queue = [...first.numbers(TAG.subDirectories), first.next];
  for (const offset of queue) {
    if (seen.size >= MAX_DIRECTORIES) return false;
    if (offset === 0 || seen.has(offset)) continue;
    seen.add(offset);
    const directory = tiff.directory(offset);
    if (holdsSensorData(directory)) return true;
    queue.push(directory.next);
  }
  return false;
}

function holdsSensorData(directory: TiffDirectory): boolean {
  const photometric = directory.number(TAG.photometric, -1);
  if (photometric === COLOR_FILTER_ARRAY || photometric === LINEAR_RAW) return true;
  return RAW_COMPRESSIONS.has(directory.number(TAG.compression, 1));
}

/** NEF and ARW begin with a preview and have the sensor data in a later directory. An ordinary TIFF begins with its full size. */
function isPreviewOfRaw(first: TiffDirectory): boolean {
  const reduced = (first.number(TAG.newSubfileType, 0) & REDUCED_RESOLUTION) !== 0;
  return reduced && first.text(TAG.make) !== '' && first.has(TAG.subDirectories);
}

/** Facts from the first directory of a TIFF. */
export interface TiffFacts extends ForeignFacts {
  /** Bits of the widest sample. */
  bits: number;
  /** The samples are floating point (SampleFormat 3). */
  float: boolean;
  photometric: number;
}

const UNSIGNED_INTEGER = 1;
const FLOAT = 3;
const PALETTE = 3;
const ALPHA_SAMPLES = [1, 2];
/** Colour samples by PhotometricInterpretation: white is zero, black is zero, RGB, palette, mask, CMYK, YCbCr, CIELab. */
const COLOUR_SAMPLES = [1, 1, 3, 1, 1, 4, 3, undefined, 3];

/** Reads the first directory of a TIFF 6.0 or BigTIFF file. @throws CorruptImageError */
export function inspectTiff(path: string): TiffFacts {
  return withReader(path, (reader) => {
    const magic = reader.text(0, 4);
    if (!/^(II[*+]\0|MM\0[*+])$/.test(magic)) throw new CorruptImageError(0, 'not a TIFF');
    const tiff = openTiff(reader);
    const first = tiff.directory(tiff.first);
    const width = first.number(TAG.width, 0);
    const height = first.number(TAG.height, 0);
    if (width === 0 || height === 0) throw new CorruptImageError(tiff.first, 'TIFF without width or height');
    const found = first.number(TAG.orientation, 1);
    const orientation = found >= 1 && found <= 8 ? found : 1;
    const photometric = first.number(TAG.photometric, 0);
    const samples = first.number(TAG.samplesPerPixel, 1);
    const extra = first.numbers(TAG.extraSamples);
    return {
      ...uprightSize(width, height, orientation),
      frames: 1,
      orientation,
      // libvips shows one sample more than the colour needs as alpha, declared or not.
      hasAlpha:
        extra.some((kind) => ALPHA_SAMPLES.includes(kind)) || samples === (COLOUR_SAMPLES[photometric] ?? 3) + 1,
      // libvips streams an upright image, and holds any other in memory to rotate it.
      progressive: orientation !== 1,
      bits: Math.max(1, ...first.numbers(TAG.bitsPerSample)),
      float: first.number(TAG.sampleFormat, UNSIGNED_INTEGER) === FLOAT,
      photometric,
    };
  });
}

/**
 * Stores the first page of a TIFF. An RGB or grey image keeps its samples and its ICC profile; CMYK, Lab and floating
 * point become sRGB. An image with 8-bit alpha is decoded in memory, to find out whether it is opaque; any other streams.
 * @throws Error of libvips for an image that does not decode
 */
export async function transcodeTiff(inputPath: string, outputPath: string, facts: TiffFacts): Promise<TranscodedImage> {
  const { width, height, orientation, bits, float, photometric } = facts;
  const open = () =>
    sharp(inputPath, {
      page: 0,
      pages: 1,
      failOn: 'error',
      // The size for which the limits were checked.
      limitInputPixels: width * height,
      sequentialRead: orientation === 1,
    }).autoOrient();
  const { space, channels, hasAlpha, icc, autoOrient } = await open().metadata();
  if (autoOrient.width !== width || autoOrient.height !== height) throw new Error('libvips reads another size');
  const isDeep = bits === 16 && !float;
  const isGrey = space === 'b-w' || space === 'grey16';
  const keepsColours = isGrey || space === 'srgb' || space === 'rgb16' || space === 'rgb';
  const profile = keepsColours ? usableIcc(icc, channels) : undefined;
  const target = isGrey ? (isDeep ? 'grey16' : 'b-w') : isDeep ? 'rgb16' : 'srgb';
  const keepExact = isDeep || bits < 8 || photometric === PALETTE;
  let image = open().toColourspace(target);
  if (profile !== undefined) image = image.keepIccProfile();

  if (hasAlpha && !isDeep) {
    const { data, info } = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
    return storePixels(
      { data, width, height, channels: info.channels as 2 | 4, bits: 8, icc: profile, keepExact },
      outputPath,
    );
  }
  const format = storedFormat({ width, height, hasAlpha, keepExact });
  await (format === 'JPEG' ? image.jpeg(jpegOptions(facts)) : image.png(PNG_OPTIONS)).toFile(outputPath);
  return { format, width, height, hasAlpha };
}
