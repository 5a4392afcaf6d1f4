/**
 * How a viewer turns the stored image, as in EXIF tag 0x0112: 1 upright, 2 to 4 mirrored or rotated by 180 degrees,
 * 5 to 8 with width and height swapped.
 */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** Facts from the structure of a file, without decoding it. */
export interface ImageFacts {
  /** Stored width in pixels, before orientation and, in AVIF, crop. */
  width: number;
  /** Stored height in pixels, likewise. */
  height: number;
  /** Frames of an animation, as counted, not as declared; 1 for a still image. */
  frames: number;
  orientation: Orientation;
  /** The image cannot be decoded row by row: interlaced, progressive, or a format that needs the whole image in memory. */
  progressive: boolean;
  /** Some pixels may be transparent. */
  hasAlpha: boolean;
  /** JPEG only: its scans, and the samples of the components of each scan, summed over the scans. */
  scans?: { count: number; samples: number };
  /** AVIF and HEIC only: pixels of all items that are decoded for the image, each as often as it is decoded. */
  itemPixels?: number;
  /** Interlaced PNG only: bytes of a decoded pixel. All passes are decoded before the first row is complete. */
  interlacedPixelBytes?: number;
}

/** Width and height after an EXIF orientation, 1 to 8, has been applied. */
export function uprightSize(width: number, height: number, orientation: number): { width: number; height: number } {
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

// Each orientation as the operations of a viewer: mirror left-right or not, then rotate clockwise by quarter turns.
const OPERATIONS: [isMirrored: boolean, quarters: number][] = [
  [false, 0],
  [true, 0],
  [false, 2],
  [true, 2],
  [true, 3],
  [false, 1],
  [true, 1],
  [false, 3],
];

/** The orientation of an image that is rotated clockwise by a further `quarters` x 90 degrees. */
export function rotated(orientation: Orientation, quarters: number): Orientation {
  const [isMirrored, before] = OPERATIONS[orientation - 1] as [boolean, number];
  return find(isMirrored, before + quarters);
}

/** The orientation of an image that is mirrored after its orientation has been applied. */
export function mirrored(orientation: Orientation, axis: 'left-right' | 'top-bottom'): Orientation {
  const [wasMirrored, quarters] = OPERATIONS[orientation - 1] as [boolean, number];
  // Mirroring after a rotation equals mirroring before the opposite rotation.
  return find(!wasMirrored, -quarters + (axis === 'top-bottom' ? 2 : 0));
}

function find(isMirrored: boolean, quarters: number): Orientation {
  const wanted = ((quarters % 4) + 4) % 4;
  return (OPERATIONS.findIndex(([other, turns]) => other === isMirrored && turns === wanted) + 1) as Orientation;
}
