import type { ForeignFacts, ForeignFormat, StoredPicture } from './foreign-image.ts';

/**
 * Reads the header of a picture that browsers do not show: no pixel is decoded, no library loaded, and no more read
 * than the header itself, so that limits can be held against the result first.
 * @throws CorruptImageError, UnsupportedImageError, and file system errors
 */
export async function inspectForeign(path: string, format: ForeignFormat): Promise<ForeignFacts> {
  switch (format) {
    case 'HEIC':
      return (await import('./inspect-heif.ts')).inspectHeif(path);
    case 'TIFF':
      return (await import('./inspect-tiff.ts')).inspectTiff(path);
    case 'BMP':
      return (await import('./decode-bmp.ts')).inspectBmp(path);
    case 'JXL':
      return (await import('./inspect-jxl.ts')).inspectJxl(path);
  }
}

/**
 * Decodes a picture once and writes what is stored of it: upright, with its colours (an ICC profile, or sRGB without
 * one) and no other metadata, as JPEG or, where transparency, a palette or deep samples ask for it, as PNG.
 * Made for a decoder process: it blocks the event loop, and needs memory in proportion to the picture.
 * @param facts what inspectForeign said of the same file; a file that decodes to other sides is refused
 * @throws Error for whatever does not decode: CorruptImageError, UnsupportedImageError or the decoder's own. The output
 *   may then exist in part.
 * Afterwards isProcessSpent (process-spent.ts) tells whether the process should be replaced.
 */
export async function transcodeImage(
  inputPath: string,
  outputPath: string,
  format: ForeignFormat,
  facts: ForeignFacts,
): Promise<StoredPicture> {
  if (format === 'TIFF') {
    const [{ inspectTiff }, { transcodeTiff }] = await Promise.all([
      import('./inspect-tiff.ts'),
      import('./transcode-tiff.ts'),
    ]);
    return transcodeTiff(inputPath, outputPath, { ...inspectTiff(inputPath), ...facts });
  }
  const [pixels, { storePixels }] = await Promise.all([decode(inputPath, format, facts), import('./store-pixels.ts')]);
  // A lying header has passed limits that the picture may not pass.
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
