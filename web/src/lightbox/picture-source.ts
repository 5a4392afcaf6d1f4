import type { ImageInfo } from '../../../src/api/images.ts';
import { variantUrl } from '../grid/sharp-variants.ts';

/** Presets of variants for a screen. */
const PRESETS = [640, 1_280, 1_920] as const;
/** A variant may be enlarged by this factor before a larger one replaces it. */
const MAX_ENLARGEMENT = 1.25;
/** Formats that not every browser shows. */
const RARE_FORMATS = ['JXL', 'TIFF', 'HEIC', 'AVIF'];

/**
 * The addresses of a picture for a width on the screen, the best first; the next one replaces one that fails. Variants
 * are cheaper than the original and are not counted as views.
 * @param width device pixels
 */
export function pictureSources(image: ImageInfo, width: number): readonly string[] {
  const { links, animated } = image;
  const isWhole = width >= image.width;
  const preset = isWhole ? undefined : PRESETS.find((one) => one * MAX_ENLARGEMENT >= width && one < image.width);
  const largest = PRESETS.findLast((one) => one < image.width) ?? PRESETS[0];
  // A variant shows only the first frame.
  if (animated || preset === undefined) {
    const instead = RARE_FORMATS.includes(image.format) ? [variantUrl(image, largest)] : [];
    return [links.direct, ...instead, links.thumbnail];
  }
  return [variantUrl(image, preset), links.direct, links.thumbnail];
}
