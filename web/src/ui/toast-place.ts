/** The edge of the window at which toasts are shown, and the distance to it in CSS pixels. */
export interface Place {
  edge: 'top' | 'bottom';
  offset: number;
}

const GAP = 16;
const CONTROLS = 'button, a, input, select, textarea, label, summary, [role="option"], [role="menuitem"]';
/** Bars that stay in view while the page scrolls. */
const BARS = '.selection-bar, [data-bottom-bar]';

let pressed: Element | null = null;
globalThis.document?.addEventListener(
  'pointerdown',
  ({ target }) => {
    pressed = target instanceof Element ? target.closest(CONTROLS) : null;
  },
  { capture: true, passive: true },
);

/**
 * Where toasts cover no bar of the page, and neither the control that was used last nor the one with the focus: at the
 * bottom, above what is there, or else below the header.
 * @param toasts the element with the toasts, which is centred in the window
 */
export function freePlace(toasts: HTMLElement): Place {
  const sizes = [...toasts.children].map((one) => one.getBoundingClientRect());
  const height = sizes.reduce((sum, one) => sum + one.height + GAP / 2, 0);
  const width = Math.max(0, ...sizes.map((one) => one.width));
  const [left, right] = [(innerWidth - width) / 2 - GAP, (innerWidth + width) / 2 + GAP];
  const taken = obstacles().filter((one) => one.left < right && one.right > left);
  const isFree = (top: number) => taken.every((one) => one.bottom <= top || one.top >= top + height);
  const offsets = [GAP, ...taken.map((one) => innerHeight - one.top + GAP / 2)].sort((one, two) => one - two);
  const offset = offsets.find((one) => one + height < innerHeight / 2 && isFree(innerHeight - one - height));
  if (offset !== undefined) return { edge: 'bottom', offset };
  const header = document.querySelector('.site-header')?.getBoundingClientRect().bottom ?? 0;
  return { edge: 'top', offset: Math.max(0, header) + GAP / 2 };
}

/** Rectangles in the window that toasts must not cover. */
function obstacles(): DOMRect[] {
  const active = document.activeElement?.closest(CONTROLS) ?? null;
  const elements = new Set([...document.querySelectorAll(BARS), pressed, active]);
  return [...elements]
    .filter((one) => one?.isConnected === true && one.closest('.toasts') === null)
    .map((one) => (one as Element).getBoundingClientRect())
    .filter(({ width, height, bottom, top }) => width > 0 && height > 0 && bottom > 0 && top < innerHeight);
}
