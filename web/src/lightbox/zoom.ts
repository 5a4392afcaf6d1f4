/** How a picture lies on the stage. All lengths are CSS pixels. */
export interface Zoom {
  /** CSS pixels for one pixel of the image. */
  scale: number;
  /** Distance of the centre of the picture from the centre of the stage. */
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

const MAX_SCALE = 8;
/** Pictures up to this side are enlarged by a whole number, so that their pixels stay sharp squares. */
const TINY_SIDE = 128;

/** The scale that shows the whole picture. Only tiny pictures are enlarged. */
export function fitScale(image: Size, stage: Size): number {
  const fit = Math.min(stage.width / Math.max(1, image.width), stage.height / Math.max(1, image.height));
  if (fit <= 1) return fit;
  const isTiny = Math.max(image.width, image.height) <= TINY_SIDE;
  return isTiny ? Math.max(1, Math.min(MAX_SCALE, Math.floor(fit))) : 1;
}

/** The picture as a whole, in the middle. */
export function fitted(image: Size, stage: Size): Zoom {
  return { scale: fitScale(image, stage), x: 0, y: 0 };
}

/**
 * Zooms so that the image pixel at a point stays there, within the bounds.
 * @param point relative to the centre of the stage
 */
export function zoomedAt(zoom: Zoom, scale: number, point: Point, image: Size, stage: Size): Zoom {
  const least = fitScale(image, stage);
  const next = Math.min(Math.max(MAX_SCALE, least), Math.max(least, scale));
  const factor = next / zoom.scale;
  const moved = { x: point.x - (point.x - zoom.x) * factor, y: point.y - (point.y - zoom.y) * factor };
  return bounded({ scale: next, ...moved }, image, stage);
}

/** Keeps the picture on the stage: a side that is shorter than the stage's is centred, a longer one covers it. */
export function bounded({ scale, x, y }: Zoom, image: Size, stage: Size): Zoom {
  const spareX = Math.max(0, (image.width * scale - stage.width) / 2);
  const spareY = Math.max(0, (image.height * scale - stage.height) / 2);
  return { scale, x: Math.min(spareX, Math.max(-spareX, x)), y: Math.min(spareY, Math.max(-spareY, y)) };
}

/** The scale that a double tap goes to: the whole picture, or its own size, or at least twice the whole picture. */
export function toggledScale(zoom: Zoom, image: Size, stage: Size): number {
  const least = fitScale(image, stage);
  if (zoom.scale > least * 1.01) return least;
  return least < 0.8 ? 1 : Math.min(MAX_SCALE, least * 2);
}
