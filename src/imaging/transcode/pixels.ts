/** A decoded picture in memory, upright. */
export interface Pixels {
  /** Rows without gaps: `channels` interleaved samples a pixel, one byte each or, of 16 bits, two little-endian bytes. */
  data: Uint8Array;
  width: number;
  height: number;
  /** Gray, gray and alpha, RGB, RGB and alpha. Alpha is not premultiplied. */
  channels: 1 | 2 | 3 | 4;
  bits: 8 | 16;
  /** An ICC profile that says what the samples mean; without one they are sRGB. */
  icc: Buffer | undefined;
  /** True when every sample must survive: palettes, few colours, deep samples of a lossless file. */
  keepExact: boolean;
}
