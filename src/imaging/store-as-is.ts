import { rmSync } from 'node:fs';
import type { Sharp } from 'sharp';
import { AppError } from '../core/errors.ts';
import type { FormatName } from '../core/formats.ts';
import { describeFile, withReader } from './file-bytes.ts';
import { sharp, upright } from './libvips.ts';
import type { Extent } from './limits.ts';
import type { ImageFacts } from './metadata/image-facts.ts';
import { sortRemoved } from './metadata/removed.ts';
import { outputFile, type ProcessJob, type StorableImage, type WrittenFile } from './port.ts';
import { hidesInJpeg, hidesInWebp } from './probe-hidden.ts';
import { findHiddenInPng } from './scrub/png-streams.ts';
import { scrubImage } from './scrub/scrub-image.ts';

/**
 * Makes the stored file of an upload in a format that browsers show: the same compressed image data without metadata.
 * @param check called with the structure of the file, before anything is decoded
 * @throws the errors of `check`; CorruptImageError and errors of libvips
 */
export async function storeAsIs(
  job: ProcessJob,
  format: FormatName,
  check: (extent: Extent) => void,
): Promise<StorableImage> {
  const { inputPath, keepMetadata } = job;
  const scrubbedPath = outputFile(job.outputPath, 'scrubbed');
  const { facts, removed, written } = scrubImage(inputPath, scrubbedPath, format, { keepMetadata }, (found) =>
    check({ ...found, ...shownSize(found, format) }),
  );
  const { frames, hasAlpha } = facts;
  const clean =
    written === null
      ? { path: inputPath, sizeBytes: job.sizeBytes, sha256: job.sha256 }
      : { path: scrubbedPath, sizeBytes: written.size, sha256: written.sha256 };
  const { file, hides } = await removeHidden(clean, job, format, facts);
  const isActive = hasActiveContent(file.path);
  const original = isActive ? await reencode(file.path, job, format, facts) : file;
  for (const { path } of [clean, file]) {
    if (path !== inputPath && path !== original.path) rmSync(path, { force: true });
  }
  // AVIF has its own crop and rotation, which only the decoder applies.
  const size = format === 'AVIF' ? await decodedSize(original.path) : shownSize(facts, format);
  return {
    original,
    format,
    ...size,
    frames,
    hasAlpha,
    removed: hides ? sortRemoved([...removed, 'trailing_data']) : removed,
  };
}

/**
 * Removes bytes that decoders do not read within the compressed picture: of PNG by a cut, else by
 * encoding it again.
 * `planGif` has cut those of GIF.
 * @throws AppError INVALID_IMAGE for an animated PNG that a cut cannot mend
 */
async function removeHidden(
  clean: WrittenFile,
  job: ProcessJob,
  format: FormatName,
  facts: ImageFacts,
): Promise<{ file: WrittenFile; hides: boolean }> {
  if (format !== 'PNG') {
    const hides =
      (format === 'JPEG' && (await hidesInJpeg(clean.path, facts))) ||
      (format === 'WEBP' && (await hidesInWebp(clean.path, outputFile(job.outputPath, 'probe'), facts)));
    return { file: hides ? await reencode(clean.path, job, format, facts) : clean, hides };
  }
  const { cuts, isSurplus } = await findHiddenInPng(clean.path);
  if (isSurplus) return { file: await reencode(clean.path, job, format, facts), hides: true };
  if (cuts.size === 0) return { file: clean, hides: false };
  const path = outputFile(job.outputPath, 'cut');
  const { written } = scrubImage(clean.path, path, format, { keepMetadata: job.keepMetadata, pngCuts: cuts });
  if (written === null) throw new Error('a scrub with cuts wrote no file');
  return { file: { path, sizeBytes: written.size, sha256: written.sha256 }, hides: true };
}

/** Width and height as browsers show them. Of these formats they apply the EXIF orientation to JPEG and PNG only. */
function shownSize({ width, height, orientation }: ImageFacts, format: FormatName): { width: number; height: number } {
  const swapped = orientation >= 5 && format !== 'WEBP';
  return swapped ? { width: height, height: width } : { width, height };
}

async function decodedSize(path: string): Promise<{ width: number; height: number }> {
  const { width, height } = await sharp(path, { limitInputPixels: false }).metadata();
  return { width, height };
}

// Headers of scripts, markup, documents and archives, which make an image a polyglot. The four-byte ones require the bytes
// that must follow them; without that, about one photograph in a thousand would match by chance.
// biome-ignore lint/suspicious/noControlCharactersInRegex: archive headers contain them, and they end the name of a tag
const ACTIVE = /<script|<svg[\0-\x20/>]|<html|<!doctype\s|<\?php|%pdf-\d|pk\x03\x04[\x0a-\x3f]\x00/i;
const LONGEST_HEADER_BYTES = 16;
const PIECE_BYTES = 64 * 1024;

/**
 * Whether a file contains bytes that another program would execute or unpack. The scrub does not change the compressed
 * image data, which an attacker can choose so that it spells such bytes; only re-encoding removes them.
 * Linear time, constant memory, synchronous. File system errors pass through.
 */
export function hasActiveContent(path: string): boolean {
  return withReader(path, (reader) => {
    // The pieces overlap: joining them would copy each of them once more.
    for (let at = 0; at < reader.size; at += PIECE_BYTES - LONGEST_HEADER_BYTES) {
      if (ACTIVE.test(reader.text(at, Math.min(PIECE_BYTES, reader.size - at)))) return true;
    }
    return false;
  });
}

const ENCODERS: Record<FormatName, (image: Sharp) => Sharp> = {
  JPEG: (image) => image.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }),
  PNG: (image) => image.png(),
  GIF: (image) => image.gif(),
  WEBP: (image) => image.webp({ quality: 95 }),
  AVIF: (image) => image.avif({ quality: 80, effort: 2 }),
};

/** Decodes an image with active content and encodes it again in its own format, with its colour profile. */
async function reencode(path: string, job: ProcessJob, format: FormatName, facts: ImageFacts): Promise<WrittenFile> {
  const output = outputFile(job.outputPath, 'reencoded');
  const isAnimated = facts.frames > 1;
  // libvips reads only the first frame of an animated PNG.
  if (isAnimated && format === 'PNG') throw holdsActiveContent();
  const image = sharp(path, { failOn: 'error', limitInputPixels: false, pages: isAnimated ? -1 : 1 });
  await ENCODERS[format](upright(image, format).keepIccProfile()).toFile(output);
  if (hasActiveContent(output)) throw holdsActiveContent();
  return describeFile(output);
}

function holdsActiveContent(): AppError {
  return new AppError('INVALID_IMAGE', { detail: 'It holds content of another type.' });
}
