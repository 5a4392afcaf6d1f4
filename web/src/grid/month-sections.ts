import type { ImageInfo } from '../../../src/api/images.ts';

/** The number of images of one month in UTC, such as `2026-11`. */
export interface MonthCount {
  month: string;
  images: number;
}

/** A range of dates in UTC, such as `2026-11-01`. Both days belong to it. */
export interface DateRange {
  from: string;
  to: string;
}

/** A month and its images. */
export interface Section extends MonthCount {
  /** The first images; when `isComplete`, all. */
  items: readonly ImageInfo[];
  /** How many of `items` are from the latest requests; the others are shown until newer ones arrive. */
  fresh: number;
  cursor: string | undefined;
  isComplete: boolean;
}

type Sections = readonly Section[];

/** The sections of months. Images of the sections before stay until newer ones arrive. */
export function sectionsOf(months: readonly MonthCount[], before: Sections = []): Section[] {
  const old = new Map(before.map((section) => [section.month, section.items]));
  return months
    .filter(({ images }) => images > 0)
    .map(({ month, images }) => {
      const items = old.get(month)?.slice(0, images) ?? [];
      return { month, images, items, fresh: 0, cursor: undefined, isComplete: false };
    });
}

/** Gives the first images of the list to their sections. */
export function spread(sections: Sections, first: readonly ImageInfo[]): Section[] {
  return sections.map((section) => {
    const items = first.filter((image) => monthOf(image) === section.month);
    if (items.length === 0 || section.fresh > 0) return section;
    // An image may have been uploaded after the months were counted.
    const images = Math.max(section.images, items.length);
    const merged = merge(items, section.items).slice(0, images);
    return { ...section, images, items: merged, fresh: items.length, isComplete: items.length >= section.images };
  });
}

/** Adds a page to the fresh images of a section. @param cursor of the next page; undefined = it was the last one */
export function withPage(section: Section, images: readonly ImageInfo[], cursor: string | undefined): Section {
  const known = section.items.slice(0, section.fresh);
  const ids = new Set(known.map(({ id }) => id));
  const fresh = [...known, ...images.filter(({ id }) => !ids.has(id))];
  const isComplete = cursor === undefined || fresh.length >= section.images;
  const items = isComplete ? fresh : merge(fresh, section.items).slice(0, Math.max(section.images, fresh.length));
  // The count may differ: another program may have uploaded or deleted since.
  const count = isComplete ? fresh.length : Math.max(section.images, fresh.length);
  return { ...section, items, images: count, fresh: fresh.length, cursor, isComplete };
}

/** Removes images. Months without images disappear. */
export function withoutImages(sections: Sections, ids: ReadonlySet<string>): Section[] {
  const stays = ({ id }: ImageInfo) => !ids.has(id);
  return sections
    .map((section) => {
      const items = section.items.filter(stays);
      const images = section.images - (section.items.length - items.length);
      return { ...section, items, images, fresh: section.items.slice(0, section.fresh).filter(stays).length };
    })
    .filter(({ images }) => images > 0);
}

/** All images by position; undefined = not loaded. */
export function flatten(sections: Sections): (ImageInfo | undefined)[] {
  return sections.flatMap<ImageInfo | undefined>(({ items, images }) =>
    items.length >= images ? items : [...items, ...new Array<undefined>(images - items.length)],
  );
}

/** Where images are missing. */
interface Gap {
  /** Index of the section. */
  index: number;
  /** Number of images from the beginning of the section that are needed, and of the sections after it. */
  length: number;
}

/** The first section that misses images between two positions. A section is loaded from its beginning. */
export function firstGap(sections: Sections, first: number, end: number): Gap | undefined {
  let start = 0;
  for (const [index, section] of sections.entries()) {
    const isInRange = first < start + section.images && end > start;
    if (isInRange && !section.isComplete && end - start > section.fresh) return { index, length: end - start };
    start += section.images;
  }
  return undefined;
}

/** The sections that one request loads: the one with the gap, and small ones after it while images are needed. */
export function sectionsToLoad(sections: Sections, { index, length }: Gap, maxImages: number): Section[] {
  const chosen = sections.slice(index, index + 1);
  let sum = chosen[0]?.images ?? 0;
  for (const section of sections.slice(index + 1)) {
    const isUntouched = !section.isComplete && section.cursor === undefined;
    if (chosen[0]?.cursor !== undefined || !isUntouched || sum >= length || sum + section.images > maxImages) break;
    chosen.push(section);
    sum += section.images;
  }
  return chosen;
}

/** The dates of one or more months. */
export function rangeOf(sections: Sections): DateRange {
  const months = sections.map(({ month }) => month).sort();
  const [year = 0, month = 0] = (months.at(-1) ?? '').split('-').map(Number);
  return { from: `${months[0]}-01`, to: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) };
}

/** New images, then the old ones that follow the last of them. */
function merge(fresh: readonly ImageInfo[], old: readonly ImageInfo[]): readonly ImageInfo[] {
  const ids = new Set(fresh.map(({ id }) => id));
  const lastKnown = old.findLastIndex(({ id }) => ids.has(id));
  return [...fresh, ...old.slice(lastKnown + 1).filter(({ id }) => !ids.has(id))];
}

export function monthOf({ uploaded_at: time }: ImageInfo): string {
  return time.slice(0, 7);
}

export function monthsOf(images: readonly ImageInfo[]): MonthCount[] {
  const counts = new Map<string, number>();
  for (const image of images) counts.set(monthOf(image), (counts.get(monthOf(image)) ?? 0) + 1);
  return [...counts].map(([month, count]) => ({ month, images: count }));
}
