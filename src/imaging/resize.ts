import type { Sharp } from 'sharp';
import type { FormatName } from '../core/formats.ts';
import { sharp } from './libvips.ts';

/** Thumbnails fit into a square of this many pixels and are never enlarged. */
const BOX_PIXELS = 320;

const ENCODERS: Record<FormatName, (image: Sharp) => Sharp> = {
  JPEG: (image) => image.jpeg({ quality: 80 }),
  PNG: (image) => image.png({ compressionLevel: 6 }),
  GIF: (image) => image.gif(),
  WEBP: (image) => image.webp({ quality: 80 }),
  // The least effort: at this size the bytes saved by more are fewer than the milliseconds spent.
  AVIF: (image) => image.avif({ quality: 55, effort: 1 }),
};

/** The sides that the thumbnail of a picture has. */
export function thumbnailSides({ width, height }: { width: number; height: number }) {
  const shrink = Math.max(width / BOX_PIXELS, height / BOX_PIXELS, 1);
  const side = (pixels: number) => Math.max(1, Math.round(pixels / shrink));
  return { width: side(width), height: side(height) };
}

/**
 * Decodes the first frame whole, which proves that it decodes, and writes its thumbnail: upright, sRGB, without metadata.
 * @returns sides in pixels
 * @throws whatever libvips says of a file that it cannot decode
 */
export async function makeThumbnail(
  inputPath: string,
  outputPath: string,
  format: FormatName,
  maxPixels: number,
): Promise<{ width: number; height: number }> {
  const source = sharp(inputPath, { failOn: 'error', limitInputPixels: maxPixels, sequentialRead: true });
  // Browsers honour the EXIF orientation of these two alone, and the thumbnail must look like the picture.
  const upright = format === 'JPEG' || format === 'PNG' ? source.autoOrient() : source;
  const image = upright.resize(BOX_PIXELS, BOX_PIXELS, { fit: 'inside', withoutEnlargement: true });
  const { width, height } = await ENCODERS[format](image).toFile(outputPath);
  return { width, height };
}

/** Decodes every frame of an animated GIF or WebP and throws the pixels away: only whether it fails counts. */
export async function decodeAllFrames(
  inputPath: string,
  facts: { width: number; height: number; frames: number },
): Promise<void> {
  const maxTotalPixels = facts.width * facts.height * facts.frames;
  await sharp(inputPath, { failOn: 'error', limitInputPixels: maxTotalPixels, sequentialRead: true, pages: -1 })
    .resize({ width: 1, height: 1, kernel: 'nearest', fit: 'fill' })
    .raw()
    .toBuffer();
}
