import { cacheOfEntries } from '../../lib/bounded-cache.ts';

/** Rows by a key, kept for as long as the catalog stays as it is. */
export interface VersionedRows<Row extends object> {
  /** @param version of the catalog at this moment: a row that was read at another one is read again */
  get(key: string, version: number): Row | undefined;
}

/**
 * @param read gives the row as the catalog holds it
 * @returns the very same object for as long as the row stays the same, so that what was made of it can be kept by it
 */
export function createVersionedRows<Row extends object>(
  maxRows: number,
  read: (key: string) => Row | undefined,
): VersionedRows<Row> {
  const kept = cacheOfEntries<{ row: Row; version: number }>(maxRows);
  return {
    get(key, version) {
      const known = kept.get(key);
      if (known !== undefined && known.version === version) return known.row;
      const found = read(key);
      if (found === undefined) return undefined;
      const row = known !== undefined && isSame(known.row, found) ? known.row : found;
      kept.set(key, { row, version });
      return row;
    },
  };
}

function isSame<Row extends object>(one: Row, other: Row): boolean {
  for (const name in other) if (one[name] !== other[name]) return false;
  return true;
}
