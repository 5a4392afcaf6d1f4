import { LRUCache } from 'lru-cache';

/** An LRU cache in memory. */
export interface BoundedCache<Value extends object> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  clear(): void;
}

/** A cache bounded by its number of values. @param maxAgeMs after which a value is forgotten; undefined = never */
export function cacheOfEntries<Value extends object>(maxEntries: number, maxAgeMs?: number): BoundedCache<Value> {
  return new LRUCache<string, Value>({ max: maxEntries, ...(maxAgeMs !== undefined && { ttl: maxAgeMs }) });
}

/** A cache bounded by the total size of its values. A value larger than the cache is not stored. */
export function cacheOfSizes<Value extends object>(
  maxBytes: number,
  bytesOf: (value: Value) => number,
): BoundedCache<Value> {
  return new LRUCache<string, Value>({ maxSize: maxBytes, sizeCalculation: bytesOf });
}

/** A cache of buffers bounded by their total size; 0 = off. */
export function cacheOfBytes(maxBytes: number): BoundedCache<Buffer> {
  if (maxBytes === 0) return { get: () => undefined, set() {}, clear() {} };
  return cacheOfSizes(maxBytes, (value) => value.length || 1);
}
