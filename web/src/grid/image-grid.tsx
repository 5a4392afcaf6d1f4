import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ImageInfo } from '../../../src/api/images.ts';
import { formatCount, formatMonth } from '../i18n/format.ts';
import { t } from '../i18n/i18n.ts';
import { useStore } from '../store.ts';
import type { ImageList, ImageListState } from './image-list.ts';
import { ImageTile } from './image-tile.tsx';
import {
  type GridLayout,
  lastAtOrBefore,
  layOut,
  positionAfterKey,
  positionAt,
  type RowRange,
  rowOf,
  rowsBetween,
  tileStart,
} from './layout.ts';
import { Scrubber } from './scrubber.tsx';
import { extended, isSelected, NOTHING_SELECTED, type Selection, selectedCount, toggled } from './selection.ts';
import { usePointerSelect } from './use-pointer-select.ts';
import { useViewport } from './use-viewport.ts';
import { gridView, sizesFor } from './view-options.tsx';

interface ImageGridProps {
  list: ImageList;
  label: string;
  /** Number of images in the list; undefined if it is unknown. */
  total: number | undefined;
  selection: Selection;
  /** A new object moves the focus to a tile. */
  focus: { position: number } | undefined;
  onSelect(selection: Selection): void;
  onSelectAll(): void;
  onOpen(id: string): void;
  /** The Delete key. */
  onDelete(image: ImageInfo): void;
  /** Copies the link of an image, or of the selection if there is one and the keyboard was used. */
  onCopy(image: ImageInfo, byKeyboard: boolean): void;
}

/** The grid loads more images when fewer viewport heights than this remain. */
const VIEWPORTS_AHEAD = 3;
/** Rows outside the viewport are rendered after this delay, so that visible rows appear sooner. */
const RENDER_AHEAD_DELAY_MS = 250;
/** Tiles without a picture while the first images load. */
const SKELETON: readonly undefined[] = new Array(48).fill(undefined);

/**
 * A virtual grid of images: only the tiles near the viewport are in the document. It is a multi-selectable list box
 * (WAI-ARIA): arrows move, Space selects, Shift with an arrow or a click selects a range, Ctrl+A selects all images,
 * Enter opens, Delete deletes, Ctrl+C copies the link.
 */
export function ImageGrid(props: ImageGridProps) {
  const { list, label, total, selection, focus } = props;
  const state = useStore(list.state);
  const isWaiting = state.items.length === 0 && state.hasMore && state.error === undefined;
  const items = isWaiting ? SKELETON : state.items;
  const element = useRef<HTMLDivElement>(null);
  const [{ width, top, height, scrollingFast, resting }, exactTop] = useViewport(element);
  const view = useStore(gridView);
  const layout = useMemo(() => {
    const counts = isWaiting && list.hasMonths ? [SKELETON.length] : state.months.map(({ images }) => images);
    return layOut(items, counts, width, sizesFor(view, width));
  }, [items, isWaiting, list, state.months, width, view]);
  const { gap, captionHeight } = sizesFor(view, width);
  const ahead = useDelayed(RENDER_AHEAD_DELAY_MS, state.items.length > 0) ? height : 0;
  const range = rowsBetween(layout, top - ahead, top + height * 1.2 + ahead);
  const [current, setCurrent] = useState(0);
  const at = Math.min(current, Math.max(0, state.items.length - 1));
  const isSelecting = selectedCount(selection, total ?? 1) > 0;

  useStillScroll(element, layout, state.items, exactTop);
  useNeeds(list, state, layout, { top, height, scrollingFast });
  const goTo = useRovingFocus(element, { at, layout, range }, setCurrent);
  useEffect(() => {
    if (focus !== undefined && state.items.length > 0) goTo(Math.min(focus.position, state.items.length - 1));
  }, [focus]);
  const handlers = useGridEvents(props, {
    element,
    layout,
    gap,
    viewHeight: height,
    at,
    isSelecting,
    setCurrent,
    goTo,
  });

  const isNear = (y: number) => y > top - height && y < top + 2 * height;
  const currentRow = rowOf(layout, at);
  const tile = (position: number, place: Place, isInView: boolean) => {
    const image = items[position];
    if (image === undefined) return <Placeholder key={position} {...place} />;
    return (
      <ImageTile
        key={image.id}
        image={image}
        position={position}
        count={total ?? (state.hasMore ? -1 : items.length)}
        {...place}
        selected={isSelected(selection, image.id)}
        current={position === at}
        deferPicture={scrollingFast}
        sharpen={resting && isInView}
      />
    );
  };
  return (
    <div
      ref={element}
      class={`grid-area ${captionHeight > 0 ? 'captions' : 'overlaid'} ${view.shape}${list.hasMonths ? ' by-month' : ''}`}
      style={{ height: `${layout.height}px` }}
    >
      {layout.headings.map(
        (heading) =>
          isNear(heading.top) && (
            <MonthHeading key={heading.month} top={heading.top} month={state.months[heading.month]} />
          ),
      )}
      <div
        role="listbox"
        aria-label={label}
        aria-multiselectable="true"
        aria-busy={state.loading}
        class={isSelecting ? 'grid selecting' : 'grid'}
        {...handlers}
      >
        {layout.rows.slice(range.first, range.end).map((row) => {
          const isInView = row.top < top + height && row.top + row.height > top;
          return (
            <div
              key={row.first}
              role="presentation"
              class="tile-row"
              style={{ transform: `translateY(${row.top}px)`, height: `${row.height + captionHeight}px` }}
            >
              {row.widths.map((tileWidth, column) => {
                const place = { start: tileStart(row, column, gap), width: tileWidth, height: row.height };
                return tile(row.first + column, place, isInView);
              })}
            </div>
          );
        })}
        {/* Keeps a tab stop in the list box while the current tile is not in the document. */}
        {state.items.length > 0 && (currentRow < range.first || currentRow >= range.end) && (
          <div role="option" aria-selected={false} tabIndex={0} class="visually-hidden" onFocus={() => goTo(at)}>
            {t('library-back-to-current')}
          </div>
        )}
      </div>
      <Scrubber months={state.months} layout={layout} area={element} top={top} viewHeight={height} />
    </div>
  );
}

interface GridEvents {
  element: RefObject<HTMLDivElement | null>;
  layout: GridLayout;
  gap: number;
  viewHeight: number;
  /** Position of the current tile. */
  at: number;
  isSelecting: boolean;
  setCurrent(position: number): void;
  goTo(position: number): void;
}

/** Keys, clicks, drags and long presses of the grid. */
function useGridEvents(props: ImageGridProps, grid: GridEvents) {
  const { list, selection, onSelect, onOpen, onCopy } = props;
  const { element, layout, gap, viewHeight, at, isSelecting, setCurrent, goTo } = grid;
  const { items } = list.state.get();
  const isRtl = () => element.current !== null && getComputedStyle(element.current).direction === 'rtl';
  const dragged = useRef(NOTHING_SELECTED);
  const swallowsClick = usePointerSelect(element, {
    positionAt: (x, y) => {
      const box = element.current?.getBoundingClientRect();
      return box && positionAt(layout, isRtl() ? box.right - x : x - box.left, y - box.top, gap);
    },
    onDragStart: (from) => {
      dragged.current = { ...selection, anchor: from };
      setCurrent(from);
    },
    onDrag: (from, to) => onSelect(extended({ ...dragged.current, anchor: from }, to, items)),
    onLongPress: (position) => {
      const image = items[position];
      if (image !== undefined) onSelect(toggled(selection, image.id, position));
    },
  });
  return {
    onKeyDown(event: KeyboardEvent) {
      const image = items[at];
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
      const next = hasModifier ? undefined : positionAfterKey(event.key, at, layout, { gap, viewHeight, rtl: isRtl() });
      if (next !== undefined) {
        event.preventDefault();
        if (event.shiftKey) onSelect(extended({ ...selection, anchor: selection.anchor ?? at }, next, items));
        return goTo(next);
      }
      const action = image === undefined ? undefined : keyAction(event, image, at, props, items);
      if (action === undefined) return;
      event.preventDefault();
      action();
    },
    onClick(event: MouseEvent) {
      if (swallowsClick()) return;
      const target = event.target as Element;
      const position = Number(target.closest<HTMLElement>('[data-index]')?.dataset.index);
      const image = items[position];
      if (image === undefined) return;
      if (target.closest('[data-copy]') !== null) return onCopy(image, false);
      setCurrent(position);
      const toggles = isSelecting || event.ctrlKey || event.metaKey || target.closest('[data-mark]') !== null;
      if (event.shiftKey) onSelect(extended(selection, position, items));
      else if (toggles) onSelect(toggled(selection, image.id, position));
      else onOpen(image.id);
    },
    // A screen reader may also move the focus.
    onFocusIn({ target }: FocusEvent) {
      const index = (target as HTMLElement).dataset.index;
      if (index !== undefined) setCurrent(Number(index));
    },
  };
}

/** The action of a key on the current image; undefined for other keys. */
function keyAction(
  event: KeyboardEvent,
  image: ImageInfo,
  at: number,
  { selection, onSelect, onSelectAll, onOpen, onDelete, onCopy }: ImageGridProps,
  items: ImageListState['items'],
): (() => void) | undefined {
  if (event.ctrlKey || event.metaKey) {
    const key = event.key.toLowerCase();
    if (key === 'a') return onSelectAll;
    // A text that the user has marked is copied by the browser.
    return key === 'c' && getSelection()?.isCollapsed !== false ? () => onCopy(image, true) : undefined;
  }
  if (event.key === 'Enter') return () => onOpen(image.id);
  if (event.key === 'Delete') return () => onDelete(image);
  if (event.key === 'Escape') return () => onSelect(NOTHING_SELECTED);
  if (event.key !== ' ') return undefined;
  return () => onSelect(event.shiftKey ? extended(selection, at, items) : toggled(selection, image.id, at));
}

function MonthHeading({ top, month }: { top: number; month: { month: string; images: number } | undefined }) {
  if (month === undefined) return null;
  return (
    <h2 class="grid-month" style={{ transform: `translateY(${top}px)` }}>
      {formatMonth(month.month)}
      <span>{formatCount(month.images)}</span>
    </h2>
  );
}

/** Where a tile is in its row. */
interface Place {
  start: number;
  width: number;
  height: number;
}

function Placeholder({ start, width, height }: Place) {
  return (
    <div class="tile" aria-hidden="true" style={{ insetInlineStart: `${start}px`, width: `${width}px` }}>
      <div class="tile-picture waiting" style={{ height: `${height}px` }} />
    </div>
  );
}

/** Loads the images in view, then those after and before it. */
function useNeeds(
  list: ImageList,
  { items, loading, hasMore, error }: ImageListState,
  layout: GridLayout,
  { top, height, scrollingFast }: { top: number; height: number; scrollingFast: boolean },
): void {
  useEffect(() => {
    if (loading || scrollingFast || error !== undefined || (items.length === 0 && !hasMore)) return;
    const positions = (from: number, to: number): [number, number] => {
      const { first, end } = rowsBetween(layout, from, to);
      const last = layout.rows[end - 1];
      const after = last === undefined ? 1 : last.first + last.widths.length;
      // A list of unknown length continues after its last row.
      return [layout.rows[first]?.first ?? 0, layout.height < to ? after + 1 : after];
    };
    void list.need(...positions(top, top + height));
    void list.need(...positions(top, top + height * (1 + VIEWPORTS_AHEAD)));
    void list.need(...positions(top - height, top));
  }, [list, items, loading, hasMore, error, layout, top, height, scrollingFast]);
}

/** Keeps the images in view where they are when rows above them change their height. */
function useStillScroll(
  element: RefObject<HTMLElement | null>,
  layout: GridLayout,
  items: ImageListState['items'],
  exactTop: RefObject<number>,
): void {
  const before = useRef({ layout, items });
  useLayoutEffect(() => {
    const old = before.current;
    before.current = { layout, items };
    const top = exactTop.current ?? 0;
    if (old.layout === layout || top <= 0 || layout.rows.length === 0) return;
    const row = old.layout.rows[lastAtOrBefore(old.layout.rows, top, (one) => one.top)];
    if (row === undefined) return;
    const id = old.items[row.first]?.id;
    const found =
      id === undefined ? -1 : items[row.first]?.id === id ? row.first : items.findIndex((one) => one?.id === id);
    const now = layout.rows[rowOf(layout, found < 0 ? row.first : found)];
    const offset = (element.current?.getBoundingClientRect().top ?? 0) + scrollY;
    if (now === undefined || now.top === row.top) return;
    scrollTo({ top: offset + now.top + (top - row.top), behavior: 'instant' });
  }, [layout]);
}

/**
 * Moves the focus to a tile that may not be in the document yet.
 * @param view the current tile and the rendered rows
 * @returns a function that makes the tile at a position current and focuses it
 */
function useRovingFocus(
  element: RefObject<HTMLDivElement | null>,
  view: { at: number; layout: GridLayout; range: RowRange },
  setCurrent: (position: number) => void,
): (position: number) => void {
  const { at, layout, range } = view;
  const [wantsFocus, setWantsFocus] = useState(false);
  useLayoutEffect(() => {
    if (!wantsFocus) return;
    const tile = element.current?.querySelector<HTMLElement>(`[data-index="${at}"]`);
    const index = rowOf(layout, at);
    if (tile === null || tile === undefined) {
      // The tile is not in the document. Scrolling to it renders it, and loads it if it has not been loaded.
      const offset = (element.current?.getBoundingClientRect().top ?? 0) + scrollY;
      const isRendered = index >= range.first && index < range.end;
      if (!isRendered)
        scrollTo({ top: offset + (layout.rows[index]?.top ?? 0) - innerHeight / 3, behavior: 'instant' });
      return;
    }
    tile.focus({ preventScroll: true });
    tile.scrollIntoView({ block: 'nearest' });
    setWantsFocus(false);
  }, [wantsFocus, at, layout, range.first, range.end]);
  return (position) => {
    setCurrent(position);
    setWantsFocus(true);
  };
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
