import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { createFastScrollDetector, FAST_SCROLL_END_MS } from './fast-scroll.ts';

/** Position and size of a grid relative to the viewport, in CSS pixels. */
export interface Viewport {
  width: number;
  /** Distance of the viewport's top edge below the grid's, rounded down to whole rows. */
  top: number;
  /** Height of the viewport. */
  height: number;
  /** The user scrolls too fast to see the pictures. */
  scrollingFast: boolean;
}

const UNMEASURED: Viewport = { width: 0, top: 0, height: 0, scrollingFast: false };

/**
 * Tracks an element through scrolling and resizing. It measures the element at most once per frame and renders the
 * component again only when another row comes into view.
 * @param rowHeightOf row height at a given element width
 */
export function useViewport(element: RefObject<HTMLElement | null>, rowHeightOf: (width: number) => number): Viewport {
  const [viewport, setViewport] = useState(UNMEASURED);
  useLayoutEffect(() => {
    const isFast = createFastScrollDetector();
    let frame = 0;
    let endTimer = 0;
    const read = () => {
      const box = element.current?.getBoundingClientRect();
      if (box === undefined) return;
      const scrollingFast = isFast(-box.top / innerHeight, performance.now());
      clearTimeout(endTimer);
      if (scrollingFast) endTimer = window.setTimeout(read, FAST_SCROLL_END_MS);
      const row = Math.max(1, rowHeightOf(box.width));
      const now = { width: box.width, top: Math.floor(-box.top / row) * row, height: innerHeight, scrollingFast };
      setViewport((before) => (isSame(before, now) ? before : now));
    };
    const scheduleRead = () => {
      if (frame !== 0) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        read();
      });
    };
    read();
    const observer = new ResizeObserver(scheduleRead);
    observer.observe(document.body);
    addEventListener('scroll', scheduleRead, { passive: true });
    addEventListener('resize', scheduleRead);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(endTimer);
      observer.disconnect();
      removeEventListener('scroll', scheduleRead);
      removeEventListener('resize', scheduleRead);
    };
  }, [element]);
  return viewport;
}

function isSame(one: Viewport, other: Viewport): boolean {
  return (
    one.width === other.width &&
    one.top === other.top &&
    one.height === other.height &&
    one.scrollingFast === other.scrollingFast
  );
}
