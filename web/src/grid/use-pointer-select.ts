import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface PointerSelect {
  /** The position of the image at a point of the viewport; undefined without images. */
  positionAt(x: number, y: number): number | undefined;
  /** A mouse drag over tiles has begun. */
  onDragStart(from: number): void;
  onDrag(from: number, to: number): void;
  onLongPress(position: number): void;
}

/** A press becomes a drag after this distance in CSS pixels. */
const DRAG_PX = 8;
const LONG_PRESS_MS = 450;
/** Near the edges of the viewport, a drag scrolls. */
const EDGE_PX = 72;
const MAX_SCROLL_PX = 24;

/**
 * Selects by dragging the mouse over tiles, which scrolls near the edges of the viewport, and by a long press of a finger.
 * @returns a function that tells whether the click that is being handled ends a drag or a long press
 */
export function usePointerSelect(element: RefObject<HTMLElement | null>, handlers: PointerSelect): () => boolean {
  const latest = useRef(handlers);
  latest.current = handlers;
  const swallowUntil = useRef(0);
  useEffect(() => {
    const grid = element.current;
    if (grid === null) return;
    let press: { x: number; y: number; position: number; isTouch: boolean } | undefined;
    let dragging = false;
    let pointer = { x: 0, y: 0 };
    let frame = 0;
    let timer = 0;

    const end = () => {
      if (dragging) swallowUntil.current = performance.now() + 50;
      press = undefined;
      dragging = false;
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
    const extend = () => {
      const to = latest.current.positionAt(pointer.x, pointer.y);
      if (press !== undefined && to !== undefined) latest.current.onDrag(press.position, to);
    };
    const autoScroll = () => {
      const above = Math.max(0, EDGE_PX - pointer.y);
      const below = Math.max(0, pointer.y - (innerHeight - EDGE_PX));
      const share = Math.min(1, Math.max(above, below) / EDGE_PX);
      if (share > 0) {
        scrollBy({ top: Math.ceil(share * MAX_SCROLL_PX) * (above > 0 ? -1 : 1), behavior: 'instant' });
        extend();
      }
      frame = requestAnimationFrame(autoScroll);
    };
    const onDown = (event: PointerEvent) => {
      end();
      const tile = (event.target as Element).closest<HTMLElement>('[data-index]');
      if (tile === null || event.button !== 0 || (event.target as Element).closest('[data-copy]') !== null) return;
      const isTouch = event.pointerType !== 'mouse';
      press = { x: event.clientX, y: event.clientY, position: Number(tile.dataset.index), isTouch };
      if (!isTouch) return;
      timer = window.setTimeout(() => {
        if (press === undefined) return;
        swallowUntil.current = Number.POSITIVE_INFINITY;
        latest.current.onLongPress(press.position);
        navigator.vibrate?.(10);
        press = undefined;
      }, LONG_PRESS_MS);
    };
    const onMove = (event: PointerEvent) => {
      pointer = { x: event.clientX, y: event.clientY };
      if (press === undefined) return;
      if (!dragging && Math.hypot(pointer.x - press.x, pointer.y - press.y) < DRAG_PX) return;
      // A finger that moves scrolls.
      if (press.isTouch) return end();
      if (event.buttons === 0) return end();
      if (!dragging) {
        dragging = true;
        latest.current.onDragStart(press.position);
        frame = requestAnimationFrame(autoScroll);
      }
      extend();
    };
    // A finger that is lifted sends a click within this time.
    const onUp = () => {
      if (swallowUntil.current === Number.POSITIVE_INFINITY) swallowUntil.current = performance.now() + 400;
      end();
    };
    const onContextMenu = (event: Event) => {
      // The long press of a finger selects; a right click keeps the menu of the browser.
      if (swallowUntil.current > performance.now() || press?.isTouch === true) event.preventDefault();
    };
    grid.addEventListener('pointerdown', onDown);
    grid.addEventListener('contextmenu', onContextMenu);
    addEventListener('pointermove', onMove);
    addEventListener('pointerup', onUp);
    addEventListener('pointercancel', onUp);
    return () => {
      end();
      grid.removeEventListener('pointerdown', onDown);
      grid.removeEventListener('contextmenu', onContextMenu);
      removeEventListener('pointermove', onMove);
      removeEventListener('pointerup', onUp);
      removeEventListener('pointercancel', onUp);
    };
  }, [element]);
  return () => {
    const swallow = swallowUntil.current > performance.now();
    if (Number.isFinite(swallowUntil.current)) swallowUntil.current = 0;
    return swallow;
  };
}
