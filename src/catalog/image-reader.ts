import { findImage, type ImageRecord } from './images.ts';
import type { LiveKey } from './keys.ts';
import type { Db } from './schema.ts';

/** Answers the busiest questions of all. What it says is what the catalog holds at that moment. */
export interface ImageReader {
  /** The image if everybody may see it at the instant `nowMs`. */
  find(id: string, nowMs: number): Promise<ImageRecord | undefined>;
  /**
   * The same without waiting, for a request that has just come; undefined also where it cannot be said without waiting.
   * @returns the same object for as long as the image stays as it is
   */
  peek(id: string, nowMs: number): ImageRecord | undefined;
  /** Whose key this is, if it is live at the instant `nowMs`; undefined also where it cannot be said without waiting. */
  peekKey(secretHash: string, nowMs: number): LiveKey | undefined;
  /** An album; undefined also where it cannot be said without waiting. */
  peekAlbum(id: string): { id: string; name: string } | undefined;
  close(): void;
}

/** Reads through Kysely, for a catalog in another process. */
export function createImageReader(db: Db): ImageReader {
  return {
    find: (id, nowMs) => findImage(db, id, nowMs),
    peek: () => undefined,
    peekKey: () => undefined,
    peekAlbum: () => undefined,
    close() {},
  };
}
