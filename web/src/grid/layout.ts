/** How tiles of one size fill a column of a page. All lengths are CSS pixels. */
export interface GridLayout {
  columns: number;
  tileWidth: number;
  /** Of a row with the gap below it. */
  rowHeight: number;
}

export interface TileSizes {
  /** A tile is never narrower, unless the column is. */
  minTileWidth: number;
  gap: number;
  /** What stands below the square picture. */
  captionHeight: number;
}

/** As many columns of equal width as fit. */
export function layOut(width: number, { minTileWidth, gap, captionHeight }: TileSizes): GridLayout {
  const columns = Math.max(1, Math.floor((width + gap) / (minTileWidth + gap)));
  const tileWidth = Math.max(0, (width - gap * (columns - 1)) / columns);
  return { columns, tileWidth, rowHeight: tileWidth + captionHeight + gap };
}

/** The rows to draw, the last one excluded. */
export interface RowRange {
  first: number;
  end: number;
}

/**
 * The rows that can be seen, and some above and below, so that a fast hand does not outrun them.
 * @param top how far the window's top edge is below the grid's; negative while the grid begins further down
 * @param ahead without it there is one row to spare, and only below
 */
export function rowsInView(top: number, height: number, rowHeight: number, rows: number, ahead = true): RowRange {
  if (rowHeight <= 0) return { first: 0, end: 0 };
  const spare = ahead ? Math.ceil(height / rowHeight) : 0;
  const first = Math.max(0, Math.floor(top / rowHeight) - spare);
  const end = Math.min(rows, Math.ceil((top + height) / rowHeight) + Math.max(1, spare));
  return { first: Math.min(first, Math.max(0, end)), end: Math.max(end, 0) };
}

/** Where a key leads from one tile; undefined for keys that lead nowhere. */
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
  const wanted = at + step;
  // Up from the first row and down from the last one lead nowhere; a page reaches the end.
  if (wanted < 0) return key === 'PageUp' ? at % columns : at;
  if (wanted >= count) return key === 'PageDown' || key === 'ArrowDown' ? lastReachable(key, at, count, columns) : at;
  return wanted;
}

function lastReachable(key: string, at: number, count: number, columns: number): number {
  const inLastRow = Math.floor(at / columns) === Math.floor((count - 1) / columns);
  return inLastRow && key === 'ArrowDown' ? at : count - 1;
}
