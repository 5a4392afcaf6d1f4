import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useStore } from '../store.ts';
import { library } from '../texts/library.ts';
import type { ImageList } from './image-list.ts';
import { ImageTile } from './image-tile.tsx';
import { layOut, type RowRange, rowsInView, type TileSizes, tileAfterKey } from './layout.ts';
import { everySelected, extended, NOTHING_SELECTED, type Selection, toggled } from './selection.ts';
import { useViewport } from './use-viewport.ts';

interface ImageGridProps {
  list: ImageList;
  label: string;
  /** Number of images in the list; undefined if it is unknown. */
  total: number | undefined;
  selection: Selection;
  onSelect(selection: Selection): void;
  onOpen(id: string): void;
}

const SIZES: TileSizes = { minTileWidth: 150, gap: 12, captionHeight: 48 };
/** The grid loads more images when fewer viewport heights than this remain. */
const VIEWPORTS_AHEAD = 4;
/** Rows outside the viewport are rendered after this delay, so that visible rows appear sooner. */
const RENDER_AHEAD_DELAY_MS = 250;

const rowHeightOf = (width: number) => layOut(width, SIZES).rowHeight;

/**
 * A virtual grid of images: only the tiles near the viewport are in the document. It is a multi-selectable list box
 * (WAI-ARIA): arrows move, Space selects, Shift with an arrow or a click selects a range, Ctrl+A selects all loaded
 * images, Enter opens.
 */
export function ImageGrid({ list, label, total, selection, onSelect, onOpen }: ImageGridProps) {
  const { items: images, hasMore, loading } = useStore(list.state);
  const element = useRef<HTMLDivElement>(null);
  const { width, top, height, scrollingFast } = useViewport(element, rowHeightOf);
  const ahead = useDelayed(RENDER_AHEAD_DELAY_MS, images.length > 0);
  const [current, setCurrent] = useState(0);
  const { columns, tileWidth, rowHeight } = layOut(width, SIZES);
  const count = total ?? (hasMore ? -1 : images.length);
  const rows = Math.ceil(images.length / columns);
  const range = rowsInView(top, height, rowHeight, rows, ahead);
  const at = Math.min(current, Math.max(0, images.length - 1));

  useLoadAhead(list, rowHeight > 0 && rows * rowHeight - top < height * (1 + VIEWPORTS_AHEAD));
  const goTo = useRovingFocus(element, { at, columns, rowHeight, range }, setCurrent);

  const onKeyDown = (event: KeyboardEvent) => {
    const image = images[at];
    if (image === undefined) return;
    if (event.key === ' ' || event.key === 'Enter') event.preventDefault();
    if (event.key === 'Enter') onOpen(image.id);
    else if (event.key === ' ') {
      onSelect(event.shiftKey ? extended(selection, at, images) : toggled(selection, image.id, at));
    } else if (event.key === 'Escape') onSelect(NOTHING_SELECTED);
    else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') {
      event.preventDefault();
      onSelect(everySelected(images));
    } else {
      const next = tileAfterKey(event.key, at, images.length, columns, Math.max(1, Math.floor(height / rowHeight)));
      if (next === undefined) return;
      event.preventDefault();
      if (event.shiftKey) onSelect(extended({ ...selection, anchor: selection.anchor ?? at }, next, images));
      goTo(next);
    }
  };

  const onClick = (event: MouseEvent) => {
    const target = event.target as Element;
    const index = Number(target.closest<HTMLElement>('[data-index]')?.dataset.index);
    const image = images[index];
    if (image === undefined) return;
    setCurrent(index);
    const toggles = event.ctrlKey || event.metaKey || target.closest('[data-mark]') !== null;
    if (event.shiftKey) onSelect(extended(selection, index, images));
    else if (toggles) onSelect(toggled(selection, image.id, index));
    else onOpen(image.id);
  };

  // A screen reader may also move the focus.
  const onFocusIn = ({ target }: FocusEvent) => {
    const index = (target as HTMLElement).dataset.index;
    if (index !== undefined) setCurrent(Number(index));
  };

  const tileRow = (row: number) => (
    <div key={row} role="presentation" class="tile-row" style={{ transform: `translateY(${row * rowHeight}px)` }}>
      {images.slice(row * columns, (row + 1) * columns).map((image, column) => (
        <ImageTile
          key={image.id}
          image={image}
          index={row * columns + column}
          count={count}
          selected={selection.ids.has(image.id)}
          current={row * columns + column === at}
          deferPicture={scrollingFast}
        />
      ))}
    </div>
  );

  return (
    <div
      ref={element}
      role="listbox"
      aria-label={label}
      aria-multiselectable="true"
      aria-busy={loading}
      class={selection.ids.size > 0 ? 'grid selecting' : 'grid'}
      style={{
        height: `${Math.max(0, rows * rowHeight - SIZES.gap)}px`,
        '--tile': `${tileWidth}px`,
        '--columns': columns,
        '--row': `${rowHeight - SIZES.gap}px`,
      }}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onFocusIn={onFocusIn}
    >
      {Array.from({ length: range.end - range.first }, (_, index) => tileRow(range.first + index))}
      {/* Keeps a tab stop in the list box while the current tile is not in the document. */}
      {(at < range.first * columns || at >= range.end * columns) && images.length > 0 && (
        <div role="option" aria-selected={false} tabIndex={0} class="visually-hidden" onFocus={() => goTo(at)}>
          {library.backToCurrent}
        </div>
      )}
    </div>
  );
}

/**
 * Moves the focus to a tile that may not be in the document yet.
 * @param view the current tile and the rendered rows
 * @returns a function that makes the tile at an index current and focuses it
 */
function useRovingFocus(
  element: RefObject<HTMLDivElement | null>,
  view: { at: number; columns: number; rowHeight: number; range: RowRange },
  setCurrent: (index: number) => void,
): (index: number) => void {
  const { at, columns, rowHeight, range } = view;
  const [wantsFocus, setWantsFocus] = useState(false);
  useLayoutEffect(() => {
    if (!wantsFocus) return;
    const tile = element.current?.querySelector<HTMLElement>(`[data-index="${at}"]`);
    if (tile === null || tile === undefined) {
      // The tile is not in the document. Scrolling to it renders it.
      const row = Math.floor(at / columns);
      const offset = (element.current?.getBoundingClientRect().top ?? 0) + scrollY;
      scrollTo({ top: offset + row * rowHeight - innerHeight / 3, behavior: 'instant' });
      return;
    }
    tile.focus({ preventScroll: true });
    tile.scrollIntoView({ block: 'nearest' });
    setWantsFocus(false);
  }, [wantsFocus, at, range.first, range.end]);
  return (index) => {
    setCurrent(index);
    setWantsFocus(true);
  };
}

/** Loads the next page of a list while its end is near. */
function useLoadAhead(list: ImageList, endIsNear: boolean): void {
  const { hasMore, loading, items } = useStore(list.state);
  useEffect(() => {
    if (endIsNear && hasMore && !loading) void list.loadMore();
  }, [endIsNear, hasMore, loading, items.length, list]);
}

/** Becomes true a while after `condition`, and stays true. */
function useDelayed(afterMs: number, condition: boolean): boolean {
  const [reached, setReached] = useState(false);
  useEffect(() => {
    if (!condition || reached) return;
    const timer = setTimeout(() => setReached(true), afterMs);
    return () => clearTimeout(timer);
  }, [condition, reached, afterMs]);
  return reached;
}
