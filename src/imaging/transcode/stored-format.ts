/** What decides the format in which a picture is stored. */
interface Content {
  width: number;
  height: number;
  /** True when a pixel is, or may be, not opaque. */
  hasAlpha: boolean;
  /** True when every sample must survive. */
  keepExact: boolean;
}

/** libjpeg's own bound on a side. */
const MAX_JPEG_SIDE = 65_500;

/** Lossless PNG for transparency, palettes, few colours and deep samples, and for what is too long for JPEG; JPEG for all else. */
export function storedFormat({ width, height, hasAlpha, keepExact }: Content): 'JPEG' | 'PNG' {
  return hasAlpha || keepExact || Math.max(width, height) > MAX_JPEG_SIDE ? 'PNG' : 'JPEG';
}

/** Optimised Huffman tables hold all coefficients in memory, 12 bytes a pixel. */
const MAX_OPTIMISED_PIXELS = 16_000_000;

/**
 * Near-lossless for the eye, and no colour is thrown away that the source may have had at full resolution.
 * Pictures of usual size are also made smaller, by a tenth to a quarter, where the memory for it is cheap.
 */
export function jpegOptions({ width, height }: { width: number; height: number }) {
  const optimiseCoding = width * height <= MAX_OPTIMISED_PIXELS;
  return { quality: 92, chromaSubsampling: '4:4:4', progressive: false, optimiseCoding };
}

export const PNG_OPTIONS = { compressionLevel: 6, adaptiveFiltering: false, palette: false } as const;
