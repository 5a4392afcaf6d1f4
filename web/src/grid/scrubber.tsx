import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { formatMonth } from '../i18n/format.ts';
import { t } from '../i18n/i18n.ts';
import { type GridLayout, lastAtOrBefore } from './layout.ts';
import type { MonthCount } from './month-sections.ts';
import './scrubber.css';

interface ScrubberProps {
  months: readonly MonthCount[];
  layout: GridLayout;
  area: RefObject<HTMLElement | null>;
  /** Distance of the viewport's top edge below the grid's, in CSS pixels. */
  top: number;
  viewHeight: number;
}

/** A short list needs no scrubber: this many viewport heights. */
const MIN_VIEWPORTS = 2;
/** Two years closer than this share of the scrubber's height are not both labelled. */
const MIN_LABEL_DISTANCE = 0.045;
const SHOWN_AFTER_SCROLL_MS = 1_500;
/** A month is reached when its heading is this near to the top edge of the window, in CSS pixels. */
const HEADING_REACH = 200;
const MONTHS_IN_YEAR = 12;

/**
 * Jumps to a month: a slider (WAI-ARIA) at the edge of the window with the years. Up and down move by a month, the page
 * keys by a year.
 */
export function Scrubber({ months, layout, area, top, viewHeight }: ScrubberProps) {
  const rail = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number>();
  const [dragging, setDragging] = useState(false);
  const isScrolling = useRecently(top, SHOWN_AFTER_SCROLL_MS);
  const { headings, height } = layout;
  if (headings.length < 2 || height < viewHeight * MIN_VIEWPORTS) return null;

  const at = Math.max(
    0,
    lastAtOrBefore(headings, Math.max(0, top) + HEADING_REACH, (heading) => heading.top),
  );
  const monthAt = (index: number) => months[headings[index]?.month ?? 0]?.month ?? '';
  const scrollToShare = (share: number) => {
    const offset = (area.current?.getBoundingClientRect().top ?? 0) + scrollY;
    scrollTo({ top: offset + share * Math.max(0, height - viewHeight), behavior: 'instant' });
  };
  const goTo = (index: number) => {
    const heading = headings[Math.min(headings.length - 1, Math.max(0, index))];
    const offset = (area.current?.getBoundingClientRect().top ?? 0) + scrollY;
    if (heading !== undefined) scrollTo({ top: offset + heading.top - 84, behavior: 'instant' });
  };
  const shareAt = (y: number) => {
    const box = rail.current?.getBoundingClientRect();
    return box === undefined ? 0 : Math.min(1, Math.max(0, (y - box.top) / box.height));
  };
  const headingAt = (share: number) =>
    Math.max(
      0,
      lastAtOrBefore(headings, share * Math.max(1, height - viewHeight) + HEADING_REACH, (heading) => heading.top),
    );
  const share = Math.min(1, Math.max(0, top / Math.max(1, height - viewHeight)));
  const shown = pointed ?? share;

  const onKeyDown = (event: KeyboardEvent) => {
    const next = {
      ArrowUp: at - 1,
      ArrowLeft: at - 1,
      ArrowDown: at + 1,
      ArrowRight: at + 1,
      PageUp: at - MONTHS_IN_YEAR,
      PageDown: at + MONTHS_IN_YEAR,
      Home: 0,
      End: headings.length - 1,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    goTo(next);
  };
  return (
    <div
      ref={rail}
      class={isScrolling || dragging ? 'scrubber shown' : 'scrubber'}
      role="slider"
      tabIndex={0}
      aria-label={t('library-scrubber')}
      aria-orientation="vertical"
      aria-valuemin={1}
      aria-valuemax={headings.length}
      aria-valuenow={at + 1}
      aria-valuetext={formatMonth(monthAt(at))}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.preventDefault();
        rail.current?.focus({ preventScroll: true });
        rail.current?.setPointerCapture(event.pointerId);
        setDragging(true);
        setPointed(shareAt(event.clientY));
        scrollToShare(shareAt(event.clientY));
      }}
      onPointerMove={(event) => {
        setPointed(shareAt(event.clientY));
        if (dragging) scrollToShare(shareAt(event.clientY));
      }}
      onPointerUp={() => setDragging(false)}
      onPointerCancel={() => setDragging(false)}
      onPointerLeave={() => !dragging && setPointed(undefined)}
      onLostPointerCapture={() => {
        setDragging(false);
        setPointed(undefined);
      }}
    >
      {yearsOf(months, layout, viewHeight).map(({ year, share: place }) => (
        <span key={year} class="scrubber-year" aria-hidden="true" style={{ top: `${place * 100}%` }}>
          {year}
        </span>
      ))}
      <span class="scrubber-thumb" aria-hidden="true" style={{ top: `${share * 100}%` }} />
      <span class="scrubber-month" aria-hidden="true" style={{ top: `${shown * 100}%` }}>
        {formatMonth(monthAt(pointed === undefined ? at : headingAt(pointed)))}
      </span>
    </div>
  );
}

/** The years with their places, as shares of the scrubber's height. */
function yearsOf(months: readonly MonthCount[], { headings, height }: GridLayout, viewHeight: number) {
  const years: { year: string; share: number }[] = [];
  for (const heading of headings) {
    const year = months[heading.month]?.month.slice(0, 4) ?? '';
    const share = Math.min(1, heading.top / Math.max(1, height - viewHeight));
    const last = years.at(-1);
    if (last === undefined || (last.year !== year && share - last.share > MIN_LABEL_DISTANCE))
      years.push({ year, share });
  }
  return years;
}

/** Whether a value has changed within the last milliseconds. */
function useRecently(value: number, ms: number): boolean {
  const [recent, setRecent] = useState(false);
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    setRecent(true);
    const timer = setTimeout(() => setRecent(false), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return recent;
}
