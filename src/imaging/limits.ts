import { AppError } from '../core/errors.ts';

/** JPEG's own maximum; a side beyond it costs memory and time that the area does not show. */
const MAX_SIDE_PIXELS = 65_535;
const MAX_FRAMES = 1_000;
const MAX_TOTAL_PIXELS = 400_000_000;
/** What must be held whole in memory to be decoded. */
const MAX_UNSTREAMABLE_PIXELS = 100_000_000;
/** Below this a plan's own area limit decides, whatever the number of frames. */
const STILL = 1;

/** Figures from the file's header. */
export interface Extent {
  width: number;
  height: number;
  frames: number;
  /** False for interlaced, progressive and block formats that decoders hold in memory as a whole. */
  streamable: boolean;
}

/**
 * Holds an image to its limits before anything of it is decoded.
 * @param maxPixels the plan's figure, width x height of one frame
 * @throws AppError IMAGE_DIMENSIONS_EXCEEDED with what was found and the limit in `details`
 */
export function checkExtent(extent: Extent, maxPixels: number): void {
  const { width, height, frames, streamable } = extent;
  const area = width * height;
  refuseAbove('max_side', MAX_SIDE_PIXELS, Math.max(width, height), extent);
  refuseAbove('max_pixels', streamable ? maxPixels : Math.min(maxPixels, MAX_UNSTREAMABLE_PIXELS), area, extent);
  refuseAbove('max_frames', MAX_FRAMES, frames, extent);
  if (frames > STILL) refuseAbove('max_total_pixels', MAX_TOTAL_PIXELS, area * frames, extent);
}

function refuseAbove(name: string, limit: number, found: number, { width, height, frames }: Extent): void {
  if (found <= limit) return;
  throw new AppError('IMAGE_DIMENSIONS_EXCEEDED', {
    detail: `${width} x ${height} pixels, ${frames} frame${frames === 1 ? '' : 's'}.`,
    details: { width, height, frames, [name]: limit },
  });
}
