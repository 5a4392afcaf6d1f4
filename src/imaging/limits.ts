import { AppError } from '../core/errors.ts';
import type { ImageFacts } from './metadata/image-facts.ts';

/** The maximum of JPEG. A longer side costs memory and time that the area does not show. */
const MAX_SIDE_PIXELS = 65_535;
const MAX_FRAMES = 1_000;
/** All frames of an animation together. */
const MAX_TOTAL_PIXELS = 400_000_000;
/** As much for an animation of any size in bytes. Frames without content take hardly a byte, but as long to decode. */
const MIN_TOTAL_PIXELS = 200_000_000;
/** An animation may have so many pixels more for each of its bytes. */
const TOTAL_PIXELS_PER_BYTE = 150;
/** Images that must be decoded as a whole in memory. */
const MAX_PROGRESSIVE_PIXELS = 100_000_000;
/** Encoders write up to 18 scans; those that search for the best script write no more. */
const MAX_SCANS = 64;
/** Each scan passes over its components once more. The longest usual script needs 24 samples a pixel (CMYK). */
const MAX_SCAN_SAMPLES = 25 * MAX_PROGRESSIVE_PIXELS;
/** An interlaced PNG is held in memory: 100 megapixels of RGBA with 8 bits, or 50 with 16 bits. */
const MAX_INTERLACED_BYTES = 400_000_000;
/** An interlaced PNG may take so much more memory for each of its bytes. */
const INTERLACED_BYTES_PER_BYTE = 4;

/** The limits on every picture, under the names of `details` in the errors; `max_pixels_in_memory` is part of `max_pixels`. */
export const PICTURE_LIMITS = {
  max_side: MAX_SIDE_PIXELS,
  max_frames: MAX_FRAMES,
  max_total_pixels: MAX_TOTAL_PIXELS,
  max_pixels_in_memory: MAX_PROGRESSIVE_PIXELS,
  max_scans: MAX_SCANS,
};

/** Items of an AVIF or HEIC: the image, its tiles, and alpha planes of both are four times its area. */
const ITEM_AREAS = 4;
/** The tiles of a small image may be larger than the image. */
const MORE_ITEM_PIXELS = 16_000_000;

/** Width and height as shown. */
export type Extent = Pick<
  ImageFacts,
  'width' | 'height' | 'frames' | 'progressive' | 'scans' | 'interlacedPixelBytes' | 'itemPixels'
>;

/**
 * Checks the limits on an image before it is decoded.
 * @param maxPixels the limit of the plan: width x height of one frame
 * @param sizeBytes of the file
 * @throws AppError IMAGE_DIMENSIONS_EXCEEDED with the dimensions and the limit in `details`
 */
export function checkExtent(extent: Extent, maxPixels: number, sizeBytes: number): void {
  const { width, height, frames, progressive, scans, interlacedPixelBytes, itemPixels } = extent;
  const area = width * height;
  refuseAbove('max_side', MAX_SIDE_PIXELS, Math.max(width, height), extent);
  refuseAbove('max_pixels', progressive ? Math.min(maxPixels, MAX_PROGRESSIVE_PIXELS) : maxPixels, area, extent);
  refuseAbove('max_frames', MAX_FRAMES, frames, extent);
  if (frames > 1) {
    const maxTotal = Math.min(MAX_TOTAL_PIXELS, MIN_TOTAL_PIXELS + TOTAL_PIXELS_PER_BYTE * sizeBytes);
    refuseAbove('max_total_pixels', maxTotal, area * frames, extent);
  }
  if (interlacedPixelBytes !== undefined) {
    const maxBytes = MAX_INTERLACED_BYTES + INTERLACED_BYTES_PER_BYTE * sizeBytes;
    refuseAbove('max_pixels', Math.floor(maxBytes / interlacedPixelBytes), area, extent);
  }
  if (itemPixels !== undefined) {
    refuseAbove('max_item_pixels', ITEM_AREAS * area + MORE_ITEM_PIXELS, itemPixels, extent);
  }
  if (scans !== undefined) {
    refuseAbove('max_scans', MAX_SCANS, scans.count, extent);
    refuseAbove('max_scan_samples', MAX_SCAN_SAMPLES, scans.samples, extent);
  }
}

function refuseAbove(name: string, limit: number, found: number, extent: Extent): void {
  if (found <= limit) return;
  const { width, height, frames, scans } = extent;
  const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
  const parts = [`${width} x ${height} pixels`, counted(frames, 'frame')];
  if (scans !== undefined && scans.count > 1) parts.push(counted(scans.count, 'scan'));
  throw new AppError('IMAGE_DIMENSIONS_EXCEEDED', {
    detail: `${parts.join(', ')}.`,
    details: {
      width,
      height,
      frames,
      [name]: limit,
      ...(scans !== undefined && name.startsWith('max_scan') && { scans: scans.count, scan_samples: scans.samples }),
    },
  });
}
