import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const CONTROLS = 'input:not([readonly], [type="file"]), select, textarea';
/** Text that is shown once, such as a new API key, is in an element with this attribute. */
const SECRET = '[data-secret]';
const ERROR = '[role="alert"], [aria-invalid]';

/**
 * Follows what would be lost if a dialog closed: a secret that is shown once, or a field whose value is not that of the
 * opening. What was sent without an error counts as saved.
 * @returns a function that tells it at the time of the call
 */
export function useUnsaved(element: RefObject<HTMLElement | null>): () => 'secret' | 'changes' | undefined {
  const saved = useRef(new WeakMap<Control, string>());
  const sent = useRef(new WeakMap<Control, string>());
  const controls = () => [...(element.current?.querySelectorAll<Control>(CONTROLS) ?? [])];
  useLayoutEffect(() => {
    const dialog = element.current;
    if (dialog === null) return;
    const keepNew = () => {
      for (const one of controls()) if (!saved.current.has(one)) saved.current.set(one, valueIn(one));
    };
    const keepSent = () => {
      for (const one of controls()) sent.current.set(one, valueIn(one));
    };
    keepNew();
    // A later step of the dialog may have fields of its own. Both events come before a change of the value.
    const early = ['focusin', 'pointerdown', 'keydown'] as const;
    for (const name of early) dialog.addEventListener(name, keepNew, { capture: true });
    dialog.addEventListener('submit', keepSent);
    return () => {
      for (const name of early) dialog.removeEventListener(name, keepNew, { capture: true });
      dialog.removeEventListener('submit', keepSent);
    };
  }, []);
  return () => {
    if (element.current?.querySelector(SECRET)) return 'secret';
    const failed = element.current?.querySelector(ERROR) != null;
    const isChanged = controls().some((one) => {
      const value = valueIn(one);
      return value !== (saved.current.get(one) ?? value) && (failed || value !== sent.current.get(one));
    });
    return isChanged ? 'changes' : undefined;
  };
}

function valueIn(control: Control): string {
  return control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')
    ? String(control.checked)
    : control.value;
}
