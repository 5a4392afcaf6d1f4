/** Picture formats that are accepted although not every browser shows them: stored as something that every browser does. */
export type ForeignFormat = 'HEIC' | 'TIFF' | 'BMP' | 'JXL';

/** What the header of a foreign picture says, before anything is decoded. */
export interface ForeignFacts {
  /** Pixels as shown: orientation (also HEIF's rotation and crop) applied. */
  width: number;
  height: number;
  /** How many frames will be stored: always 1 (a TIFF's first page, a HEIF's primary item, a JPEG XL's first frame). */
  frames: number;
  /** EXIF orientation 1 to 8 that the pixels as coded need; transcoding applies it. */
  orientation: number;
  /** True when the file declares transparency; the stored picture may turn out opaque. */
  hasAlpha: boolean;
  /** True when the decoder must hold the whole picture in memory. */
  progressive: boolean;
}

/** What was stored. Pixels as shown. */
export interface StoredPicture {
  format: 'JPEG' | 'PNG';
  width: number;
  height: number;
  hasAlpha: boolean;
}
