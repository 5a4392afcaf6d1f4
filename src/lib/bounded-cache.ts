import { LRUCache } from 'lru-cache';

/** Values kept ready in memory; what was used longest ago leaves first. */
export interface BoundedCache<Value extends object> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  clear(): void;
}

/** Keeps so many values, whatever their size. */
export function cacheOfEntries<Value extends object>(maxEntries: number): BoundedCache<Value> {
  return new LRUCache<string, Value>({ max: maxEntries });
}

/** Keeps so many bytes of buffers; 0 = none. A buffer that is larger than the whole is not kept. */
export function cacheOfBytes(maxBytes: number): BoundedCache<Buffer> {
  if (maxBytes === 0) return { get: () => undefined, set() {}, clear() {} };
  return new LRUCache<string, Buffer>({ maxSize: maxBytes, sizeCalculation: (value) => value.length || 1 });
}

/** Keeps values that take so many bytes together. */
export function cacheOfSizes<Value extends object>(
  maxBytes: number,
  bytesOf: (value: Value) => number,
): BoundedCache<Value> {
  return new LRUCache<string, Value>({ maxSize: maxBytes, sizeCalculation: bytesOf });
}
