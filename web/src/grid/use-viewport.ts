import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { CALM_MS, createFastScrollDetector } from './fast-scroll.ts';

/** Where a grid is in the window, in CSS pixels. */
export interface Viewport {
  width: number;
  /** How far the window's top edge is below the grid's, in whole rows. */
  top: number;
  /** Of the window. */
  height: number;
  /** The user scrolls so fast that pictures pass unseen. */
  scrollingFast: boolean;
}

const NOWHERE: Viewport = { width: 0, top: 0, height: 0, scrollingFast: false };

/**
 * Follows an element through scrolling and resizing; it is read at most once for each frame, and the component is drawn
 * again only when another row has come into the window.
 * @param rowHeightOf the height of a row where the element is so wide
 */
export function useViewport(element: RefObject<HTMLElement | null>, rowHeightOf: (width: number) => number): Viewport {
  const [viewport, setViewport] = useState(NOWHERE);
  useLayoutEffect(() => {
    const isFast = createFastScrollDetector();
    let frame = 0;
    let calm = 0;
    const read = () => {
      const box = element.current?.getBoundingClientRect();
      if (box === undefined) return;
      const scrollingFast = isFast(-box.top / innerHeight, performance.now());
      clearTimeout(calm);
      if (scrollingFast) calm = window.setTimeout(read, CALM_MS);
      const row = Math.max(1, rowHeightOf(box.width));
      const now = { width: box.width, top: Math.floor(-box.top / row) * row, height: innerHeight, scrollingFast };
      setViewport((before) => (isSame(before, now) ? before : now));
    };
    const soon = () => {
      if (frame !== 0) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        read();
      });
    };
    read();
    const observer = new ResizeObserver(soon);
    observer.observe(document.body);
    addEventListener('scroll', soon, { passive: true });
    addEventListener('resize', soon);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(calm);
      observer.disconnect();
      removeEventListener('scroll', soon);
      removeEventListener('resize', soon);
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
