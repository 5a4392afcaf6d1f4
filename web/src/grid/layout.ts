/** How tiles of one size fill the width of a page. All lengths are CSS pixels. */
export interface GridLayout {
  columns: number;
  tileWidth: number;
  /** Including the gap below the row. */
  rowHeight: number;
}

export interface TileSizes {
  /** Minimum width of a tile, unless the page is narrower. */
  minTileWidth: number;
  gap: number;
  /** Height of the caption below the square picture. */
  captionHeight: number;
}

/** Fits as many columns of equal width as possible. */
export function layOut(width: number, { minTileWidth, gap, captionHeight }: TileSizes): GridLayout {
  const columns = Math.max(1, Math.floor((width + gap) / (minTileWidth + gap)));
  const tileWidth = Math.max(0, (width - gap * (columns - 1)) / columns);
  return { columns, tileWidth, rowHeight: tileWidth + captionHeight + gap };
}

/** The rows to render; `end` is exclusive. */
export interface RowRange {
  first: number;
  end: number;
}

/**
 * The visible rows, and some rows above and below, so that fast scrolling shows no gaps.
 * @param top distance of the viewport's top edge below the grid's; negative while the grid begins further down
 * @param ahead false = only one additional row, below the visible ones
 */
export function rowsInView(top: number, height: number, rowHeight: number, rows: number, ahead = true): RowRange {
  if (rowHeight <= 0) return { first: 0, end: 0 };
  const spare = ahead ? Math.ceil(height / rowHeight) : 0;
  const first = Math.max(0, Math.floor(top / rowHeight) - spare);
  const end = Math.min(rows, Math.ceil((top + height) / rowHeight) + Math.max(1, spare));
  return { first: Math.min(first, Math.max(0, end)), end: Math.max(end, 0) };
}

/** The index of the tile that a key moves to; undefined for other keys. */
export function tileAfterKey(
  key: string,
  at: number,
  count: number,
  columns: number,
  rowsInPage: number,
): number | undefined {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
    PageUp: -columns * rowsInPage,
    PageDown: columns * rowsInPage,
    Home: -at,
    End: count - 1 - at,
  };
  const step = steps[key];
  if (step === undefined || count === 0) return undefined;
  const next = at + step;
  // ArrowUp in the first row and ArrowDown in the last row stay where they are. Page keys reach the first or last row.
  if (next < 0) return key === 'PageUp' ? at % columns : at;
  if (next >= count) return key === 'PageDown' || key === 'ArrowDown' ? lastReachable(key, at, count, columns) : at;
  return next;
}

function lastReachable(key: string, at: number, count: number, columns: number): number {
  const inLastRow = Math.floor(at / columns) === Math.floor((count - 1) / columns);
  return inLastRow && key === 'ArrowDown' ? at : count - 1;
}
