import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { explain } from '../error-message.ts';
import { onNavigate } from '../router.ts';
import { createStore, useStore } from '../store.ts';
import { freePlace, type Place } from './toast-place.ts';

/** A button of a toast, such as Undo. */
export interface ToastAction {
  label: string;
  /** The toast disappears first; a failure is shown as another toast. */
  run(): void | Promise<void>;
}

interface Toast {
  id: number;
  text: string;
  isError: boolean;
  action: ToastAction | undefined;
  /** Number of dialogs that were open. A dialog that opens later hides the toast while it is open. */
  depth: number;
  shownAtMs: number;
  /** Milliseconds that it stays; they do not run while the pointer or the focus is on it, or while it is hidden. */
  leftMs: number;
}

const SHOWN_MS = 4_000;
const ERROR_SHOWN_MS = 8_000;
const ACTION_SHOWN_MS = 10_000;
/** What the pointer or the focus has left stays at least this long. */
const LEAST_LEFT_MS = 2_000;
/** A toast of an action that also opens another page is shown on that page. */
const SAME_ACTION_MS = 1_000;
const MAX_SHOWN = 3;
/** Moves the focus to the action of the newest toast. */
const FOCUS_KEY = 'F8';

const shown = createStore<readonly Toast[]>([]);
/** Elements of the regions in open dialogs; the last is on top. */
const dialogs = createStore<readonly object[]>([]);
let count = 0;

/**
 * Shows a short confirmation for four seconds, with an action for ten. Screen readers announce it. It disappears when the
 * user opens another page.
 */
export function toast(text: string, { action }: { action?: ToastAction } = {}): void {
  show(text, { isError: false, action });
}

/** Shows an error for a short time. */
export function toastError(error: unknown): void {
  show(explain(error), { isError: true, action: undefined });
}

/**
 * The live region of the toasts. Screen readers ignore content outside an open modal dialog, so each dialog has its own
 * region.
 */
export function Toasts({ inDialog = false }: { inDialog?: boolean }) {
  const toasts = useStore(shown);
  const open = useStore(dialogs);
  const element = useRef<HTMLDivElement>(null);
  const before = useRef<Element | null>(null);
  const [self] = useState({});
  useLayoutEffect(() => {
    if (!inDialog) return;
    dialogs.set((now) => [...now, self]);
    return () => dialogs.set((now) => now.filter((one) => one !== self));
  }, [inDialog]);
  const isOnTop = inDialog ? open.at(-1) === self : open.length === 0;
  const here = isOnTop ? toasts.filter(({ depth }) => depth >= open.length) : [];
  const place = usePlace(element, here, !inDialog);
  useFocusKey(element, here);
  const close = (one: Toast) => {
    dismiss(one);
    if (element.current?.contains(document.activeElement)) (before.current as HTMLElement | null)?.focus();
  };
  return (
    <div
      ref={element}
      class={place?.edge === 'top' ? 'toasts at-top' : 'toasts'}
      style={place === undefined ? {} : { '--offset': `${place.offset}px` }}
      role="status"
      onFocusIn={({ relatedTarget }) => {
        const from = relatedTarget as Element | null;
        if (from !== null && element.current?.contains(from) !== true) before.current = from;
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        here.forEach(close);
      }}
    >
      {here.map((one) => (
        <ToastItem key={one.id} one={one} onClose={() => close(one)} />
      ))}
    </div>
  );
}

function ToastItem({ one, onClose }: { one: Toast; onClose(): void }) {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const held = hovered || focused;
  useEffect(() => {
    if (held) return;
    const since = performance.now();
    const timer = setTimeout(() => dismiss(one), one.leftMs);
    return () => {
      clearTimeout(timer);
      one.leftMs = Math.max(LEAST_LEFT_MS, one.leftMs - (performance.now() - since));
    };
  }, [held, one]);
  const { text, isError, action } = one;
  const run = async () => {
    onClose();
    try {
      await action?.run();
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <div
      class={['app-toast', isError ? 'bad' : '', action === undefined ? '' : 'with-action'].filter(Boolean).join(' ')}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocusIn={() => setFocused(true)}
      onFocusOut={() => setFocused(false)}
    >
      <p>{text}</p>
      {action !== undefined && (
        <button type="button" aria-keyshortcuts={FOCUS_KEY} onClick={() => void run()}>
          {action.label}
        </button>
      )}
    </div>
  );
}

/** Where the toasts of the page cover nothing that is in use; undefined in a dialog, where they follow the content. */
function usePlace(
  element: RefObject<HTMLDivElement | null>,
  here: readonly Toast[],
  isOnPage: boolean,
): Place | undefined {
  const [place, setPlace] = useState<Place>();
  const isEmpty = here.length === 0;
  useLayoutEffect(() => {
    if (!isOnPage || isEmpty) return;
    const update = () => {
      if (element.current !== null) setPlace(freePlace(element.current));
    };
    update();
    addEventListener('resize', update);
    return () => removeEventListener('resize', update);
  }, [isOnPage, isEmpty, here.length]);
  return isOnPage && !isEmpty ? place : undefined;
}

function useFocusKey(element: RefObject<HTMLDivElement | null>, here: readonly Toast[]): void {
  const hasAction = here.some(({ action }) => action !== undefined);
  useEffect(() => {
    if (!hasAction) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== FOCUS_KEY) return;
      event.preventDefault();
      [...(element.current?.querySelectorAll('button') ?? [])].at(-1)?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [hasAction]);
}

function show(text: string, { isError, action }: Pick<Toast, 'isError' | 'action'>): void {
  count += 1;
  const leftMs = action !== undefined ? ACTION_SHOWN_MS : isError ? ERROR_SHOWN_MS : SHOWN_MS;
  const depth = dialogs.get().length;
  const one: Toast = { id: count, text, isError, action, depth, shownAtMs: performance.now(), leftMs };
  shown.set((toasts) => [...toasts.filter((other) => other.text !== text).slice(1 - MAX_SHOWN), one]);
}

function dismiss(one: Toast): void {
  shown.set((toasts) => toasts.filter((other) => other !== one));
}

// A subpage of the same section, such as one image of the library, is no other page.
let section = sectionOf(location.pathname);
onNavigate(({ path }) => {
  if (sectionOf(path) === section) return;
  section = sectionOf(path);
  const now = performance.now();
  shown.set((toasts) => toasts.filter(({ shownAtMs }) => now - shownAtMs < SAME_ACTION_MS));
});

function sectionOf(path: string): string {
  return path.split('/')[1] ?? '';
}
