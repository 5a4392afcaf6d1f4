import type { LiveKey } from '../accounts/keys.ts';
import type { Db } from '../schema.ts';
import { findImage, type ImageRecord } from './images.ts';

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
  /**
   * To be called from a callback of a socket when a request has been read: others that have come with it are answered in
   * the same turn of the event loop, and what is peeked at until its end may be that of one moment.
   */
  beginTurn(): void;
  /** What is peeked at from now on is that of a later moment. */
  endMoment(): void;
  close(): void;
}

/** Reads through Kysely, for a catalog in another process. */
export function createImageReader(db: Db): ImageReader {
  return {
    find: (id, nowMs) => findImage(db, id, nowMs),
    peek: () => undefined,
    peekKey: () => undefined,
    peekAlbum: () => undefined,
    beginTurn() {},
    endMoment() {},
    close() {},
  };
}
