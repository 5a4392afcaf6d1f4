import { cacheOfSizes } from '../../lib/bounded-cache.ts';

/** What was made of a row of the catalog, ready to be sent. */
export interface Rendered {
  body: Buffer;
  etag?: string;
}

/** Keeps what was made of rows, up to so many bytes; what was used longest ago leaves first. */
export interface RenderedCache<Row extends object> {
  /** @param make called where nothing is kept that was made of this very row */
  of(key: string, row: Row, make: () => Rendered): Rendered;
}

/** What an entry takes besides its body. */
const ENTRY_BYTES = 512;

export function createRenderedCache<Row extends object>(maxBytes: number): RenderedCache<Row> {
  const kept = cacheOfSizes<{ row: Row; rendered: Rendered }>(
    maxBytes,
    ({ rendered }) => rendered.body.length + ENTRY_BYTES,
  );
  return {
    of(key, row, make) {
      const known = kept.get(key);
      if (known !== undefined && known.row === row) return known.rendered;
      const rendered = make();
      kept.set(key, { row, rendered });
      return rendered;
    },
  };
}
