import { AppError } from '../core/errors.ts';
import type { ImageFacts } from './metadata/image-facts.ts';

/** The maximum of JPEG. A longer side costs memory and time that the area does not show. */
const MAX_SIDE_PIXELS = 65_535;
const MAX_FRAMES = 1_000;
/** All frames of an animation together. */
const MAX_TOTAL_PIXELS = 400_000_000;
/** Images that must be decoded as a whole in memory. */
const MAX_PROGRESSIVE_PIXELS = 100_000_000;

/** Width and height as shown. */
export type Extent = Pick<ImageFacts, 'width' | 'height' | 'frames' | 'progressive'>;

/**
 * Checks the limits on an image before it is decoded.
 * @param maxPixels the limit of the plan: width x height of one frame
 * @throws AppError IMAGE_DIMENSIONS_EXCEEDED with the dimensions and the limit in `details`
 */
export function checkExtent(extent: Extent, maxPixels: number): void {
  const { width, height, frames, progressive } = extent;
  const area = width * height;
  refuseAbove('max_side', MAX_SIDE_PIXELS, Math.max(width, height), extent);
  refuseAbove('max_pixels', progressive ? Math.min(maxPixels, MAX_PROGRESSIVE_PIXELS) : maxPixels, area, extent);
  refuseAbove('max_frames', MAX_FRAMES, frames, extent);
  if (frames > 1) refuseAbove('max_total_pixels', MAX_TOTAL_PIXELS, area * frames, extent);
}

function refuseAbove(name: string, limit: number, found: number, { width, height, frames }: Extent): void {
  if (found <= limit) return;
  throw new AppError('IMAGE_DIMENSIONS_EXCEEDED', {
    detail: `${width} x ${height} pixels, ${frames} frame${frames === 1 ? '' : 's'}.`,
    details: { width, height, frames, [name]: limit },
  });
}
