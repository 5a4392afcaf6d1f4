/** How a viewer turns the stored picture, as in EXIF tag 0x0112: 1 upright, 2..4 mirrored or half turned, 5..8 sides swapped. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** What the structure of a file says about its picture, without decoding it. */
export interface ImageFacts {
  /** Stored width in pixels, before the orientation, and the crop that AVIF knows, are applied. */
  width: number;
  /** Stored height in pixels, likewise. */
  height: number;
  /** Frames of an animation, counted, not as declared; 1 for a still picture. */
  frames: number;
  orientation: Orientation;
  /** The picture cannot be decoded row by row: interlaced, progressive, or a format that always needs the whole picture. */
  progressive: boolean;
  /** Some pixels may be transparent. */
  hasAlpha: boolean;
}
