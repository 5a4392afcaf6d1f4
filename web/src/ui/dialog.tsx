import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { common } from '../texts/common.ts';
import { Icon } from './icon.tsx';
import { Toasts } from './toast.tsx';

interface DialogProps {
  title: string;
  /** Called on Escape, on the close button, and on a click outside the dialog. */
  onClose(): void;
  children: ComponentChildren;
}

/** A modal dialog that is open while it is rendered. The browser traps the focus inside and restores it afterwards. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Open the dialog before the next event: a key press would otherwise reach the page behind it.
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser sends a cancel event for Escape
    <dialog
      ref={element}
      class="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === element.current && onClose()}
    >
      <div class="dialog-box">
        <header>
          <h2 id={titleId}>{title}</h2>
          <button type="button" class="icon-button" aria-label={common.close} onClick={onClose}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
      <Toasts inDialog />
    </dialog>
  );
}
