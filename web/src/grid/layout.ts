/** How a grid places its pictures: rows of one height that keep each picture's shape, or squares with a caption. */
export type GridShape = 'rows' | 'squares';

/** All lengths are CSS pixels. */
export interface GridSizes {
  shape: GridShape;
  /** Wanted height of a row, or minimum side of a square. */
  size: number;
  gap: number;
  /** Height of the caption below a square. */
  captionHeight: number;
  /** Height of the heading of a month. */
  headingHeight: number;
}

/** Width and height in pixels; undefined while the image has not been loaded. */
export type Sides = { width: number; height: number } | undefined;

export interface TileRow {
  /** Distance from the top of the grid. */
  top: number;
  /** Height of the pictures, without caption and gap. */
  height: number;
  /** Position of the first image in the list. */
  first: number;
  /** Widths of the tiles, in list order. */
  widths: readonly number[];
}

/** The place of a month's heading. */
export interface Heading {
  top: number;
  /** Index of the month. */
  month: number;
}

export interface GridLayout {
  rows: readonly TileRow[];
  headings: readonly Heading[];
  height: number;
}

export const EMPTY_LAYOUT: GridLayout = { rows: [], headings: [], height: 0 };

/** Narrower and wider pictures are cropped to these ratios of width to height, so that every tile can be hit. */
const MIN_RATIO = 0.45;
const MAX_RATIO = 3.2;
const UNKNOWN_RATIO = 4 / 3;
/** A last row at least this full is stretched to the whole width. */
const ALMOST_FULL = 0.85;

/**
 * Places images in rows.
 * @param width of the grid
 * @param counts images of each month, in list order; empty = the list has no months and no headings
 */
export function layOut(
  items: readonly Sides[],
  counts: readonly number[],
  width: number,
  sizes: GridSizes,
): GridLayout {
  if (width <= 0 || items.length === 0) return EMPTY_LAYOUT;
  const rows: TileRow[] = [];
  const headings: Heading[] = [];
  const groups = counts.length === 0 ? [items.length] : counts;
  let top = 0;
  let at = 0;
  for (const [month, count] of groups.entries()) {
    const end = Math.min(items.length, at + count);
    if (end === at) continue;
    if (counts.length > 0) {
      headings.push({ top, month });
      top += sizes.headingHeight;
    }
    top =
      sizes.shape === 'rows'
        ? addRows(rows, items, at, end, top, width, sizes)
        : addSquares(rows, at, end, top, width, sizes);
    at = end;
  }
  return { rows, headings, height: Math.max(0, top - sizes.gap) };
}

function addRows(
  rows: TileRow[],
  items: readonly Sides[],
  from: number,
  end: number,
  startTop: number,
  width: number,
  { size, gap }: GridSizes,
): number {
  let top = startTop;
  for (let first = from; first < end; ) {
    const { count, height } = fillRow(items, first, end, width, size, gap);
    const widths = Array.from({ length: count }, (_, i) => ratioOf(items[first + i]) * height);
    rows.push({ top, height, first, widths });
    top += height + gap;
    first += count;
  }
  return top;
}

/** The number of images in the row whose height is nearest to the wanted one, and that height. */
function fillRow(items: readonly Sides[], first: number, end: number, width: number, size: number, gap: number) {
  let ratios = 0;
  for (let at = first; at < end; at++) {
    const before = ratios;
    const count = at - first + 1;
    ratios += ratioOf(items[at]);
    const height = (width - gap * (count - 1)) / ratios;
    if (height > size) continue;
    const heightBefore = count === 1 ? Number.POSITIVE_INFINITY : (width - gap * (count - 2)) / before;
    return heightBefore - size < size - height ? { count: count - 1, height: heightBefore } : { count, height };
  }
  const count = end - first;
  const fullHeight = (width - gap * (count - 1)) / ratios;
  return { count, height: size >= fullHeight * ALMOST_FULL ? fullHeight : size };
}

function ratioOf(sides: Sides): number {
  if (sides === undefined || sides.width <= 0 || sides.height <= 0) return UNKNOWN_RATIO;
  return Math.min(MAX_RATIO, Math.max(MIN_RATIO, sides.width / sides.height));
}

function addSquares(
  rows: TileRow[],
  from: number,
  end: number,
  startTop: number,
  width: number,
  { size, gap, captionHeight }: GridSizes,
): number {
  const columns = Math.max(1, Math.floor((width + gap) / (size + gap)));
  const side = Math.max(0, (width - gap * (columns - 1)) / columns);
  let top = startTop;
  for (let first = from; first < end; first += columns) {
    const widths = new Array<number>(Math.min(columns, end - first)).fill(side);
    rows.push({ top, height: side, first, widths });
    top += side + captionHeight + gap;
  }
  return top;
}

/** Indexes of rows; `end` is exclusive. */
export interface RowRange {
  first: number;
  end: number;
}

/**
 * The rows between two distances from the top of the grid.
 * @param top may be negative, while the grid begins further down
 */
export function rowsBetween({ rows }: GridLayout, top: number, bottom: number): RowRange {
  const first = Math.max(
    0,
    lastAtOrBefore(rows, top, (row) => row.top),
  );
  if (rows.length === 0 || bottom <= 0) return { first: 0, end: 0 };
  return { first, end: Math.max(first, lastAtOrBefore(rows, bottom, (row) => row.top) + 1) };
}

/** The index of the row that holds the image at a position; -1 without rows. */
export function rowOf({ rows }: GridLayout, position: number): number {
  return lastAtOrBefore(rows, position, (row) => row.first);
}

/** The index of the last item whose value is at most `limit`; -1 if there is none. The values ascend. */
export function lastAtOrBefore<T>(items: readonly T[], limit: number, measure: (item: T) => number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (measure(items[middle] as T) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The distance of a tile from the inline start of its row. */
export function tileStart({ widths }: TileRow, column: number, gap: number): number {
  return widths.slice(0, column).reduce((sum, width) => sum + width + gap, 0);
}

/**
 * The position of the image at a point of the grid; the nearest one of the row if the point is in a gap.
 * @param x distance from the inline start of the grid
 * @returns undefined without images
 */
export function positionAt(layout: GridLayout, x: number, y: number, gap: number): number | undefined {
  const row =
    layout.rows[
      Math.max(
        0,
        lastAtOrBefore(layout.rows, y, ({ top }) => top),
      )
    ];
  if (row === undefined) return undefined;
  let start = 0;
  for (const [column, width] of row.widths.entries()) {
    start += width + gap;
    if (x < start || column === row.widths.length - 1) return row.first + column;
  }
  return undefined;
}

/** The position that a key moves to, from `at`; undefined for other keys. */
export function positionAfterKey(
  key: string,
  at: number,
  layout: GridLayout,
  { gap, viewHeight, rtl }: { gap: number; viewHeight: number; rtl: boolean },
): number | undefined {
  const { rows } = layout;
  const index = rowOf(layout, at);
  const row = rows[index];
  const last = rows.at(-1);
  if (row === undefined || last === undefined) return undefined;
  const count = last.first + last.widths.length;
  const forward = rtl ? 'ArrowLeft' : 'ArrowRight';
  const backward = rtl ? 'ArrowRight' : 'ArrowLeft';
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key === forward) return Math.min(count - 1, at + 1);
  if (key === backward) return Math.max(0, at - 1);
  const column = at - row.first;
  const middle = tileStart(row, column, gap) + (row.widths[column] ?? 0) / 2;
  const target = {
    ArrowUp: index - 1,
    ArrowDown: index + 1,
    PageUp: Math.min(index - 1, lastAtOrBefore(rows, row.top - viewHeight, ({ top }) => top) + 1),
    PageDown: Math.max(
      index + 1,
      lastAtOrBefore(rows, row.top + viewHeight, ({ top }) => top),
    ),
  }[key];
  if (target === undefined) return undefined;
  // Page keys go as far as they can. The arrows stay where they are in the first and in the last row.
  const isPage = key.startsWith('Page');
  const next = rows[isPage ? Math.min(rows.length - 1, Math.max(0, target)) : target];
  if (next === undefined) return at;
  if (next === row && isPage) return key === 'PageDown' ? count - 1 : 0;
  return positionAt(layout, middle, next.top, gap) ?? at;
}
