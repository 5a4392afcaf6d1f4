import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { Toasts } from './toast.tsx';
import { useUnsaved } from './use-unsaved.ts';

interface DialogProps {
  title: string;
  /**
   * Called on Escape, on the close button, and on a click outside the dialog. With changed fields, or with a secret that is
   * shown once (an element with `data-secret`), the click has no effect, and the others ask first.
   */
  onClose(): void;
  children: ComponentChildren;
}

/** A modal dialog that is open while it is rendered. The browser traps the focus inside and restores it afterwards. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const pressedOutside = useRef(false);
  const [asking, setAsking] = useState<'secret' | 'changes'>();
  const unsaved = useUnsaved(element);
  const titleId = useId();
  // Open the dialog before the next event: a key press would otherwise reach the page behind it.
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  const leave = () => {
    const lost = unsaved();
    if (lost === undefined) onClose();
    else setAsking(lost);
  };
  const onEscape = () => (asking === undefined ? leave() : setAsking(undefined));
  return (
    <dialog
      ref={element}
      class="dialog"
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        // Otherwise some browsers close the dialog themselves at the second press.
        event.preventDefault();
        onEscape();
      }}
      onCancel={(event) => {
        if (event.target !== element.current) return;
        event.preventDefault();
        onEscape();
      }}
      onPointerDown={(event) => {
        pressedOutside.current = event.target === element.current;
      }}
      onClick={(event) => {
        if (event.target === element.current && pressedOutside.current && unsaved() === undefined) onClose();
      }}
    >
      <div class="dialog-box">
        <header>
          <h2 id={titleId}>{title}</h2>
          <button type="button" class="icon-button" aria-label={t('common-close')} onClick={leave}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
      {asking !== undefined && <Leave lost={asking} onStay={() => setAsking(undefined)} onLeave={onClose} />}
      <Toasts inDialog />
    </dialog>
  );
}

/** Asks before something is lost. */
function Leave({ lost, onStay, onLeave }: { lost: 'secret' | 'changes'; onStay(): void; onLeave(): void }) {
  const stay = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    stay.current?.querySelector('button')?.focus();
    return () => before?.focus();
  }, []);
  const isSecret = lost === 'secret';
  return (
    <div class="dialog-leave" role="alert" ref={stay}>
      <p>{isSecret ? t('common-leave-secret') : t('common-leave-changes')}</p>
      <div class="choices end">
        <Button kind="quiet" small onClick={onStay}>
          {isSecret ? t('common-leave-stay') : t('common-leave-keep')}
        </Button>
        <Button kind="danger" small onClick={onLeave}>
          {isSecret ? t('common-close') : t('common-leave-discard')}
        </Button>
      </div>
    </div>
  );
}
