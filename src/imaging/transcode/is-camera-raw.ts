import { CorruptImageError } from '../errors.ts';
import { type ByteReader, withReader } from '../file-bytes.ts';
import { openTiff, TAG, type TiffDirectory, type TiffFile } from '../metadata/tiff-directory.ts';

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
