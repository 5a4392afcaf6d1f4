import { cacheOfSizes } from '../../lib/bounded-cache.ts';

/** Least-recently-used cache of bodies that are rendered from catalog rows. */
export interface RenderedCache<Row extends object, Rendered extends { body: Buffer }> {
  /** @param render called where the cached body was not rendered from this very row object */
  get(key: string, row: Row, render: () => Rendered): Rendered;
}

/** Memory of a cache entry besides its body. */
const ENTRY_BYTES = 512;

/** @param maxBytes of all entries together */
export function createRenderedCache<Row extends object, Rendered extends { body: Buffer }>(
  maxBytes: number,
): RenderedCache<Row, Rendered> {
  const cache = cacheOfSizes<{ row: Row; rendered: Rendered }>(
    maxBytes,
    ({ rendered }) => rendered.body.length + ENTRY_BYTES,
  );
  return {
    get(key, row, render) {
      const known = cache.get(key);
      if (known?.row === row) return known.rendered;
      const rendered = render();
      cache.set(key, { row, rendered });
      return rendered;
    },
  };
}
