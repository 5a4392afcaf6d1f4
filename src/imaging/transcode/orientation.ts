/** EXIF orientations from 5 on exchange the sides. */
const FIRST_TRANSPOSED = 5;

/** The sides of a picture once its EXIF orientation (1 to 8) has been applied. */
export function uprightSides(width: number, height: number, orientation: number): { width: number; height: number } {
  return orientation >= FIRST_TRANSPOSED ? { width: height, height: width } : { width, height };
}

// Each orientation as what a viewer does: mirror left-right first or not, then turn clockwise by quarters.
const AS_TURNS: [mirrored: boolean, quartersClockwise: number][] = [
  [false, 0],
  [true, 0],
  [false, 2],
  [true, 2],
  [true, 3],
  [false, 1],
  [true, 1],
  [false, 3],
];

/** The orientation that shows a picture turned a further `quarters` x 90 degrees clockwise. */
export function turned(orientation: number, quarters: number): number {
  const [mirrored, before] = AS_TURNS[orientation - 1] as [boolean, number];
  return find(mirrored, before + quarters);
}

/** The orientation that shows a picture mirrored after all else: left-right, or top-bottom. */
export function mirrored(orientation: number, axis: 'left-right' | 'top-bottom'): number {
  const [was, quarters] = AS_TURNS[orientation - 1] as [boolean, number];
  // Mirroring behind a turn is mirroring before the opposite turn.
  return find(!was, -quarters + (axis === 'top-bottom' ? 2 : 0));
}

function find(isMirrored: boolean, quarters: number): number {
  const wanted = ((quarters % 4) + 4) % 4;
  return AS_TURNS.findIndex(([other, turn]) => other === isMirrored && turn === wanted) + 1;
}
