import { findImage, type ImageRecord } from './images.ts';
import type { Db } from './schema.ts';

/** Finds images for delivery, the busiest question of all. What it says is what the catalog holds at that moment. */
export interface ImageReader {
  /** The image if everybody may see it at the instant `nowMs`. */
  find(id: string, nowMs: number): Promise<ImageRecord | undefined>;
  /** The same without waiting; undefined also where it cannot be said without waiting. */
  peek(id: string, nowMs: number): ImageRecord | undefined;
  close(): void;
}

/** Reads through Kysely, for a catalog in another process. */
export function createImageReader(db: Db): ImageReader {
  return { find: (id, nowMs) => findImage(db, id, nowMs), peek: () => undefined, close() {} };
}
