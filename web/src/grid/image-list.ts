import type { ImageInfo, ImagePage } from '../../../src/api/images.ts';
import { createStore, type Store } from '../store.ts';
import {
  type DateRange,
  firstGap,
  flatten,
  type MonthCount,
  monthOf,
  monthsOf,
  rangeOf,
  type Section,
  sectionsOf,
  sectionsToLoad,
  spread,
  withoutImages,
  withPage,
} from './month-sections.ts';

export interface ImageListState {
  /** By position; undefined = not loaded yet. */
  items: readonly (ImageInfo | undefined)[];
  /** In list order; their images are consecutive. Empty = the list is not divided. */
  months: readonly MonthCount[];
  /** The server has images after the last item. */
  hasMore: boolean;
  /** The number of images on the server; undefined while it is unknown. */
  total: number | undefined;
  loading: boolean;
  /** Why the last request failed; `explain` says it in words. Nothing is requested until `retry`. */
  error: unknown;
}

/** Images of an account or album, loaded where they are needed. */
export interface ImageList {
  state: Store<ImageListState>;
  /** Images are grouped by months as soon as some are loaded. */
  hasMonths: boolean;
  /** Loads images between two positions, with one request. Does nothing while loading and after an error. */
  need(first: number, end: number): Promise<void>;
  /** Forgets an error and loads what was needed. */
  retry(): Promise<void>;
  /** Loads everything between two positions. @returns false when a request failed */
  loadRange(first: number, end: number): Promise<boolean>;
  /** Loads again what other pages, tabs or programs may have changed. Known images stay until newer ones arrive. */
  refresh(): Promise<void>;
  remove(ids: ReadonlySet<string>): void;
  replace(image: ImageInfo): void;
}

interface ImageListOptions {
  /** Fetches the page at a cursor; undefined = the first. With a range, only images uploaded in it. */
  fetchPage(cursor: string | undefined, range?: DateRange): Promise<ImagePage>;
  /**
   * Fetches the counts of the months, in list order. With them, images load by month, so that the user can jump to any
   * date. Only for lists in order of time.
   */
  fetchMonths?: (() => Promise<readonly MonthCount[]>) | undefined;
}

const PAGE = 100;
/** Maximum number of consecutive pages without a new image. A search may return empty pages. */
const MAX_EMPTY_PAGES = 50;

/** A list that is loaded from its beginning. */
interface Sequence {
  items: readonly ImageInfo[];
  cursor: string | undefined;
  hasMore: boolean;
}

interface Internals extends ImageListOptions {
  state: Store<ImageListState>;
  /** Holds the images as soon as the months are known; `sequence` until then. */
  sections: readonly Section[] | undefined;
  sequence: Sequence;
  /** Responses of requests before a refresh are dropped. */
  generation: number;
  /** The positions of the latest request. */
  wanted: [number, number];
  current: Promise<boolean>;
}

/** A request; it returns what its response changes. */
type Load = () => Promise<() => void>;

/** Creates a list of images. It loads nothing until images are needed. */
export function createImageList(options: ImageListOptions): ImageList {
  const inner: Internals = {
    ...options,
    state: createStore<ImageListState>({
      items: [],
      months: [],
      hasMore: true,
      total: undefined,
      loading: false,
      error: undefined,
    }),
    sections: undefined,
    sequence: { items: [], cursor: undefined, hasMore: true },
    generation: 0,
    wanted: [0, 1],
    current: Promise.resolve(true),
  };
  const { state } = inner;
  const need = async (first: number, end: number) => {
    const { loading, error } = state.get();
    if (loading || error !== undefined) return;
    inner.wanted = [first, end];
    const load = plan(inner, first, end);
    if (load !== undefined) await request(inner, load);
  };
  return {
    state,
    hasMonths: options.fetchMonths !== undefined,
    need,
    async retry() {
      publish(inner, { error: undefined });
      await need(...inner.wanted);
    },
    async loadRange(first, end) {
      await inner.current;
      for (let load = plan(inner, first, end); load !== undefined; load = plan(inner, first, end)) {
        if (!(await request(inner, load))) return false;
      }
      return true;
    },
    refresh: () => refresh(inner),
    remove(ids) {
      inner.sequence = { ...inner.sequence, items: inner.sequence.items.filter(({ id }) => !ids.has(id)) };
      inner.sections = inner.sections && withoutImages(inner.sections, ids);
      publish(inner);
    },
    replace(image) {
      const swap = (items: readonly ImageInfo[]) => items.map((one) => (one.id === image.id ? image : one));
      inner.sequence = { ...inner.sequence, items: swap(inner.sequence.items) };
      inner.sections = inner.sections?.map((section) => ({ ...section, items: swap(section.items) }));
      publish(inner);
    },
  };
}

function publish({ state, sections, sequence, fetchMonths }: Internals, change: Partial<ImageListState> = {}): void {
  if (sections === undefined) {
    const { items, hasMore } = sequence;
    const months = fetchMonths === undefined ? [] : monthsOf(items);
    const total = hasMore ? undefined : items.length;
    state.set((now) => ({ ...now, items, hasMore, months, total, ...change }));
    return;
  }
  const items = flatten(sections);
  const months = sections.map(({ month, images }) => ({ month, images }));
  state.set((now) => ({ ...now, items, months, hasMore: false, total: items.length, ...change }));
}

/** Runs one request. An error stops the list until `retry`. @returns false after an error */
function request(inner: Internals, load: Load): Promise<boolean> {
  const run = async () => {
    const { generation } = inner;
    publish(inner, { loading: true, error: undefined });
    try {
      const apply = await load();
      if (generation !== inner.generation) return true;
      apply();
      publish(inner, { loading: false });
      return true;
    } catch (error) {
      if (generation === inner.generation) publish(inner, { loading: false, error });
      return false;
    }
  };
  inner.current = run();
  return inner.current;
}

/** The next request for images between two positions; undefined when they are loaded. */
function plan(inner: Internals, first: number, end: number): Load | undefined {
  const { sections, sequence } = inner;
  if (sections === undefined) {
    if (!sequence.hasMore || end <= sequence.items.length) return undefined;
    if (sequence.items.length === 0) void loadMonths(inner);
    return () => loadNext(inner);
  }
  const gap = firstGap(sections, first, end);
  return gap && (() => loadSections(inner, sectionsToLoad(sections, gap, PAGE)));
}

/** The months arrive beside the first page. Without them the list is one sequence. */
async function loadMonths(inner: Internals): Promise<void> {
  const { generation } = inner;
  const months = await inner.fetchMonths?.().catch(() => undefined);
  if (months === undefined || generation !== inner.generation) return;
  inner.sections = spread(sectionsOf(months), inner.sequence.items);
  publish(inner);
}

async function loadNext(inner: Internals): Promise<() => void> {
  const known = new Set(inner.sequence.items.map(({ id }) => id));
  const found: ImageInfo[] = [];
  let { cursor } = inner.sequence;
  for (let parts = 1; ; parts++) {
    const page = await inner.fetchPage(cursor);
    cursor = page.next_cursor ?? undefined;
    // An image that was added or changed since the last page may occur twice.
    found.push(...page.images.filter(({ id }) => !known.has(id)));
    if (found.length > 0 || cursor === undefined || parts === MAX_EMPTY_PAGES) break;
  }
  return () => {
    const { sections, sequence } = inner;
    if (sections !== undefined) inner.sections = spread(sections, found);
    else inner.sequence = { items: [...sequence.items, ...found], cursor, hasMore: cursor !== undefined };
  };
}

/** Loads the next page of a month, or several small months completely. */
async function loadSections(inner: Internals, chosen: readonly Section[]): Promise<() => void> {
  const isOne = chosen.length === 1;
  const wanted = isOne ? 1 : chosen.reduce((sum, { images }) => sum + images, 0);
  const found: ImageInfo[] = [];
  let cursor = chosen[0]?.cursor;
  for (let parts = 1; ; parts++) {
    const page = await inner.fetchPage(cursor, rangeOf(chosen));
    cursor = page.next_cursor ?? undefined;
    found.push(...page.images);
    if (found.length >= wanted || cursor === undefined || parts === MAX_EMPTY_PAGES) break;
  }
  const months = new Set(chosen.map(({ month }) => month));
  return () => {
    inner.sections = inner.sections?.map((section) => {
      if (!months.has(section.month)) return section;
      const own = found.filter((image) => monthOf(image) === section.month);
      // The cursor of several months is of no use to one of them.
      return withPage(section, own, isOne ? cursor : undefined);
    });
  };
}

async function refresh(inner: Internals): Promise<void> {
  inner.generation += 1;
  await request(inner, async () => {
    const months = inner.fetchMonths?.().catch(() => undefined);
    const page = await inner.fetchPage(undefined);
    const counts = await months;
    return () => {
      if (counts !== undefined) inner.sections = spread(sectionsOf(counts, inner.sections), page.images);
      else inner.sequence = refreshed(inner.sequence, page);
    };
  });
}

/** A sequence after its first page was loaded again: the page, then the old images after it. */
function refreshed(old: Sequence, page: ImagePage): Sequence {
  const cursor = page.next_cursor ?? undefined;
  const last = page.images.at(-1)?.id;
  const at = old.items.findIndex(({ id }) => id === last);
  // The old cursor is valid still: it continues after the last of the old images.
  if (cursor !== undefined && at >= 0) return { ...old, items: [...page.images, ...old.items.slice(at + 1)] };
  return { items: page.images, cursor, hasMore: cursor !== undefined };
}
