import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** Where a grid is in the window, in CSS pixels. */
export interface Viewport {
  width: number;
  /** How far the window's top edge is below the grid's. */
  top: number;
  /** Of the window. */
  height: number;
}

/** Follows an element through scrolling and resizing; it is read at most once for each frame. */
export function useViewport(element: RefObject<HTMLElement | null>): Viewport {
  const [viewport, setViewport] = useState<Viewport>({ width: 0, top: 0, height: 0 });
  useLayoutEffect(() => {
    const read = () => {
      const box = element.current?.getBoundingClientRect();
      if (box === undefined) return;
      setViewport((before) => {
        const now = { width: box.width, top: -box.top, height: innerHeight };
        return before.width === now.width && before.top === now.top && before.height === now.height ? before : now;
      });
    };
    let frame = 0;
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
      observer.disconnect();
      removeEventListener('scroll', soon);
      removeEventListener('resize', soon);
    };
  }, [element]);
  return viewport;
}
