import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { createFastScrollDetector, FAST_SCROLL_END_MS } from './fast-scroll.ts';

/** Position and size of a grid relative to the viewport, in CSS pixels. */
export interface Viewport {
  width: number;
  /** Distance of the viewport's top edge below the grid's, rounded down to whole steps. */
  top: number;
  /** Height of the viewport. */
  height: number;
  /** The user scrolls too fast to see the pictures. */
  scrollingFast: boolean;
  /** The user has stopped scrolling. */
  resting: boolean;
}

const UNMEASURED: Viewport = { width: 0, top: 0, height: 0, scrollingFast: false, resting: false };
/** The component renders again after this distance. Rows outside the viewport cover it. */
const STEP = 96;
const REST_MS = 350;

/**
 * Tracks an element through scrolling and resizing. It measures the element at most once per frame and renders the
 * component again only after a step.
 * @returns the viewport, and the exact distance of its top edge below the grid's at the last measurement
 */
export function useViewport(element: RefObject<HTMLElement | null>): [Viewport, RefObject<number>] {
  const [viewport, setViewport] = useState(UNMEASURED);
  const exactTop = useRef(0);
  useLayoutEffect(() => {
    const isFast = createFastScrollDetector();
    let frame = 0;
    let endTimer = 0;
    let restTimer = 0;
    const read = () => {
      const box = element.current?.getBoundingClientRect();
      if (box === undefined) return;
      const hasMoved = exactTop.current !== -box.top;
      exactTop.current = -box.top;
      const scrollingFast = isFast(-box.top / innerHeight, performance.now());
      clearTimeout(endTimer);
      if (scrollingFast) endTimer = window.setTimeout(read, FAST_SCROLL_END_MS);
      if (hasMoved) {
        clearTimeout(restTimer);
        restTimer = window.setTimeout(() => setViewport((now) => ({ ...now, resting: true })), REST_MS);
      }
      const top = Math.floor(-box.top / STEP) * STEP;
      setViewport((before) => {
        const resting = before.resting && !hasMoved;
        const now = { width: box.width, top, height: innerHeight, scrollingFast, resting };
        return isSame(before, now) ? before : now;
      });
    };
    const scheduleRead = () => {
      if (frame !== 0) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        read();
      });
    };
    read();
    restTimer = window.setTimeout(() => setViewport((now) => ({ ...now, resting: true })), REST_MS);
    const observer = new ResizeObserver(scheduleRead);
    observer.observe(document.body);
    addEventListener('scroll', scheduleRead, { passive: true });
    addEventListener('resize', scheduleRead);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(endTimer);
      clearTimeout(restTimer);
      observer.disconnect();
      removeEventListener('scroll', scheduleRead);
      removeEventListener('resize', scheduleRead);
    };
  }, [element]);
  return [viewport, exactTop];
}

function isSame(one: Viewport, other: Viewport): boolean {
  return (
    one.width === other.width &&
    one.top === other.top &&
    one.height === other.height &&
    one.scrollingFast === other.scrollingFast &&
    one.resting === other.resting
  );
}
