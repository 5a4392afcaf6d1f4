import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { explain } from '../error-message.ts';
import { t } from '../i18n/i18n.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorMessage } from './error-message.tsx';

interface ConfirmDialogProps {
  title: string;
  /** Label of the confirm button, such as `Delete image`. */
  action: string;
  danger?: boolean;
  children: ComponentChildren;
  /** If it fails, the dialog stays open and shows the error. */
  onConfirm(): Promise<void>;
  onClose(): void;
}

/** A dialog that confirms an action. */
export function ConfirmDialog({ title, action, danger, children, onConfirm, onClose }: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false);
  const [errorMessage, setErrorMessage] = useState<string>();
  const confirm = async () => {
    setBusy(true);
    setErrorMessage(undefined);
    try {
      await onConfirm();
    } catch (error) {
      setErrorMessage(explain(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void confirm();
        }}
      >
        {children}
        {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
        <div class="choices end">
          <Button kind="quiet" onClick={onClose}>
            {t('common-cancel')}
          </Button>
          <Button kind={danger === true ? 'danger' : 'primary'} submit busy={busy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
