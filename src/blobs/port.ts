import type { EventEmitter } from 'node:events';
import { randomBase62 } from '../core/ids.ts';

/** A blob in a listing. */
export interface StoredBlob {
  key: string;
  sizeBytes: number;
}

/** Byte offsets, both included, as in an HTTP range. */
export interface ByteRange {
  start: number;
  end: number;
}

/** What a presigned link permits, and the headers of its response. */
export interface LinkOptions {
  method: 'GET' | 'HEAD';
  /** Lifetime of the link. */
  seconds: number;
  contentType: string;
  contentDisposition: string;
  cacheControl: string;
}

/**
 * A store of blobs. A key is written once and never reused, so blobs may be cached without invalidation. Failures of the
 * store are thrown as AppError STORAGE_UNAVAILABLE.
 */
export interface BlobStore {
  /**
   * Stores a finished file. When it resolves, the bytes survive a loss of power; when it rejects, nothing is visible
   * under the key.
   * @returns moved: whether the file at `path` is gone
   */
  put(key: string, path: string): Promise<{ moved: boolean }>;
  /** All bytes of a small blob, or undefined when it does not exist. */
  read(key: string): Promise<Buffer | undefined>;
  /** A stream of all bytes or of a range, or undefined when the blob does not exist. */
  open(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** A public address of the blob with a limited lifetime; undefined when the store has none. It accepts ranges. */
  link(key: string, options: LinkOptions): Promise<string | undefined>;
  /** Size in bytes, or undefined when the blob does not exist. */
  size(key: string): Promise<number | undefined>;
  /** Removes a blob. It succeeds when the blob does not exist. */
  delete(key: string): Promise<void>;
  /** Blobs in the order of their keys, starting behind `after`. */
  list(after?: string): AsyncIterable<StoredBlob>;
  /** Removes unfinished uploads of keys that sort before the given one. @returns their number */
  abandonUnfinished(before: string): Promise<number>;
  /** The owner token: identifies the catalog that the blobs belong to. It is not a blob and not listed. */
  readOwnerToken(): Promise<string | undefined>;
  /** Replaces the owner token, as durably as a blob. */
  writeOwnerToken(text: string): Promise<void>;
  /** Checks that the store responds. @returns free bytes; null = unlimited */
  check(): Promise<{ freeBytes: number | null }>;
}

/** An attempt at a request to a remote store. */
export interface StoreRequest {
  /** The store's own name, such as `PutObject`. */
  operation: string;
  /** Until its answer began, or until it failed. */
  seconds: number;
  /** A key that does not exist is no failure. */
  failed: boolean;
}

/** Tells of each attempt that has an answer or has failed, and of each one that repeats another. */
export type StoreEvents = EventEmitter<{ request: [StoreRequest]; retry: [] }>;

/** A location of blobs. During a move there are two. */
export interface StoreLocation {
  /** For messages: a directory, or bucket and prefix. */
  name: string;
  blobs: BlobStore;
}

/** Key of the owner token; names of temporary files begin with it. */
export const OWNER_TOKEN_KEY = 'imgd-mark';

/**
 * A new blob key, `YYYYMMDD/HHMM/<22 base62 characters>` in UTC. Keys sort by creation time: orphans of interrupted
 * uploads are found by listing only the keys since the previous collection.
 */
export function newBlobKey(nowMs: number): string {
  return `${keyPrefixAt(nowMs)}/${randomBase62(22)}`;
}

/** The common prefix of all keys created in the same minute; it sorts before each of them. */
export function keyPrefixAt(ms: number): string {
  const digits = new Date(ms).toISOString().replace(/\D/g, '');
  return `${digits.slice(0, 8)}/${digits.slice(8, 12)}`;
}

/** Whether a key has the format of `newBlobKey`. Other objects in a store do not belong to imgd. */
export function isBlobKey(key: string): boolean {
  return /^\d{8}\/\d{4}\/[^/]+$/.test(key);
}
