import { useLayoutEffect } from 'preact/hooks';
import { createStore, useStore } from '../store.ts';
import { explain } from '../texts/errors.ts';

interface Toast {
  id: number;
  text: string;
  isError: boolean;
}

const SHOWN_MS = 4_000;
const ERROR_SHOWN_MS = 8_000;

const shown = createStore<readonly Toast[]>([]);
const openDialogs = createStore(0);
let count = 0;

/** Shows a short confirmation. Screen readers announce it. */
export function toast(text: string): void {
  show(text, false);
}

/** Shows an error for a short time. */
export function toastError(error: unknown): void {
  show(explain(error), true);
}

/**
 * The live region of the toasts. Screen readers ignore content outside an open modal dialog, so each dialog has its own
 * region.
 */
export function Toasts({ inDialog = false }: { inDialog?: boolean }) {
  const toasts = useStore(shown);
  const dialogs = useStore(openDialogs);
  useLayoutEffect(() => {
    if (!inDialog) return;
    openDialogs.set((count) => count + 1);
    return () => openDialogs.set((count) => count - 1);
  }, [inDialog]);
  const here = inDialog || dialogs === 0 ? toasts : [];
  return (
    <div class="toasts" role="status">
      {here.map(({ id, text, isError }) => (
        <p key={id} class={isError ? 'bad' : ''}>
          {text}
        </p>
      ))}
    </div>
  );
}

function show(text: string, isError: boolean): void {
  count += 1;
  const one = { id: count, text, isError };
  shown.set((toasts) => [...toasts.filter((other) => other.text !== text).slice(-2), one]);
  setTimeout(() => shown.set((toasts) => toasts.filter((other) => other !== one)), isError ? ERROR_SHOWN_MS : SHOWN_MS);
}
