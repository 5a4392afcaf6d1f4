import { randomBase62 } from '../core/ids.ts';
/** What a blob is in the store. */
export interface StoredBlob {
  key: string;
  sizeBytes: number;
}

/** Bytes of a blob from `start` to `end`, both included, as in an HTTP range. */
export interface ByteRange {
  start: number;
  end: number;
}

/** What a link to a blob allows, and what is to be answered to whoever follows it. */
export interface LinkOptions {
  method: 'GET' | 'HEAD';
  /** How long it works. */
  seconds: number;
  contentType: string;
  contentDisposition: string;
  cacheControl: string;
}

/**
 * Where the bytes are kept. A key is written once and never reused, so what was read under it stays right.
 * Failures of the store itself are thrown as AppError STORAGE_UNAVAILABLE.
 */
export interface BlobStore {
  /**
   * Moves a finished file into the store. When it resolves, the bytes survive a loss of power.
   * When it rejects, nothing is visible under the key.
   * @returns whether nothing is at `path` any more
   */
  put(key: string, path: string): Promise<{ moved: boolean }>;
  /** All bytes, or undefined when there is no such blob. For small blobs. */
  read(key: string): Promise<Buffer | undefined>;
  /** A stream of all bytes or of a range, or undefined when there is no such blob. */
  open(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** An address from which anybody can fetch the blob for a while, ranges of it too; undefined where the store has none. */
  link(key: string, options: LinkOptions): Promise<string | undefined>;
  /** Size in bytes, or undefined when there is no such blob. */
  size(key: string): Promise<number | undefined>;
  /** Removes a blob; one that is not there is no error. */
  delete(key: string): Promise<void>;
  /** Blobs in the order of their keys, from the first one after `after`. */
  list(after?: string): AsyncIterable<StoredBlob>;
  /**
   * Forgets puts that were begun and never finished, under keys that sort before the one given, where a store keeps
   * such beginnings. @returns how many
   */
  abandonUnfinished(before: string): Promise<number>;
  /** What the catalog that the blobs belong to has left with them, or undefined. It is no blob, and not listed. */
  readOwnerToken(): Promise<string | undefined>;
  /** Leaves a mark in location of the one before; durable like a blob. */
  writeOwnerToken(text: string): Promise<void>;
  /** Whether it can be written to, and the bytes that are free (null where a store has no bound). */
  check(): Promise<{ freeBytes: number | null }>;
}

/** One of the locations of a store: while blobs are moved it has two. */
export interface StoreLocation {
  /** For people: a directory, or bucket and prefix. */
  name: string;
  blobs: BlobStore;
}

/**
 * A new blob key, `YYYYMMDD/HHMM/<22 base62 characters>` in UTC.
 * Keys sort by the time they were made, so that what an interrupted upload left behind is found by
 * listing only what came since the last look.
 */
export function newBlobKey(nowMs: number): string {
  return `${keyPrefixAt(nowMs)}/${randomBase62(22)}`;
}

/** The beginning of all keys made in the same minute; it sorts before each of them. */
export function keyPrefixAt(ms: number): string {
  const digits = new Date(ms).toISOString().replace(/\D/g, '');
  return `${digits.slice(0, 8)}/${digits.slice(8, 12)}`;
}

/** Whether a key has the shape of those that are made here: whatever else lies in a store is not ours to judge. */
export function isBlobKey(key: string): boolean {
  return /^\d{8}\/\d{4}\/[^/]+$/.test(key);
}

/** Under which a store keeps the mark of its catalog; what is being written begins with it. */
export const OWNER_TOKEN_KEY = 'imgd-mark';
