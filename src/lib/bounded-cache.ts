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

/** How often a cache had what was asked for, since the start of the process. */
export interface CacheUse {
  hits: number;
  misses: number;
}

/** A cache of buffers that counts its use. Whoever reads the bytes elsewhere counts the miss: `get` may only look. */
export interface ByteCache extends BoundedCache<Buffer> {
  readonly use: CacheUse;
}

/** A cache of buffers bounded by their total size; 0 = off. */
export function cacheOfBytes(maxBytes: number): ByteCache {
  const use = { hits: 0, misses: 0 };
  if (maxBytes === 0) return { use, get: () => undefined, set() {}, clear() {} };
  const cache = cacheOfSizes<Buffer>(maxBytes, (value) => value.length || 1);
  return {
    use,
    get(key) {
      const value = cache.get(key);
      if (value !== undefined) use.hits++;
      return value;
    },
    set: (key, value) => cache.set(key, value),
    clear: () => cache.clear(),
  };
}
