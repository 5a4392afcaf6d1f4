/** Formats that are accepted, but that not every browser shows: stored as JPEG or PNG. */
export type ForeignFormat = 'HEIC' | 'TIFF' | 'BMP' | 'JXL';

/** Facts from the header of a foreign image, without decoding it. */
export interface ForeignFacts {
  /** In pixels, as shown: orientation, and the rotation and crop of HEIF, applied. */
  width: number;
  height: number;
  /** Frames that will be stored: always 1 (first page of a TIFF, primary item of a HEIF, first frame of a JPEG XL). */
  frames: number;
  /** EXIF orientation, 1 to 8, of the coded pixels. Transcoding applies it. */
  orientation: number;
  /** The file declares transparency. The stored image may still be opaque. */
  hasAlpha: boolean;
  /** The decoder must hold the whole image in memory. */
  progressive: boolean;
  /** HEIC only: pixels of all items that are decoded for the image, each as often as it is decoded. */
  itemPixels?: number;
}

/** A decoded image in memory, upright. */
export interface Pixels {
  /** Rows without gaps: `channels` interleaved samples a pixel, of one byte or, with 16 bits, two little-endian bytes. */
  data: Uint8Array;
  width: number;
  height: number;
  /** Grey, grey and alpha, RGB, RGB and alpha. Alpha is not premultiplied. */
  channels: 1 | 2 | 3 | 4;
  bits: 8 | 16;
  /** The ICC profile of the samples; undefined for sRGB. */
  icc: Buffer | undefined;
  /** No sample may change: palettes, few colours, deep samples of a lossless file. */
  keepExact: boolean;
}

/** The stored form of a foreign image. Width and height in pixels, as shown. */
export interface TranscodedImage {
  format: 'JPEG' | 'PNG';
  width: number;
  height: number;
  hasAlpha: boolean;
}
