import { useState } from 'preact/hooks';
import { ApiError } from '../../api/api-error.ts';
import { explain } from '../../error-message.ts';
import { t } from '../../i18n/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { useUsage } from '../../usage.ts';

interface AlbumDialogProps {
  title: string;
  action: string;
  name?: string;
  description?: string | null;
  onSave(given: { name: string; description: string | null }): Promise<void>;
  onClose(): void;
}

/** Edits the name and description of a new or existing album. After an error, the typed values stay. */
export function AlbumDialog({ title, action, name = '', description, onSave, onClose }: AlbumDialogProps) {
  const [given, setGiven] = useState({ name, description: description ?? '' });
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const maxLength = useUsage()?.limits.max_album_length ?? 255;
  const ofName = error instanceof ApiError && ['ALBUM_EXISTS', 'INVALID_ALBUM'].includes(error.code);
  const save = async () => {
    if (given.name.trim() === '')
      return setError(new ApiError(0, { code: 'INVALID_ALBUM', message: t('albums-name-wrong') }));
    setBusy(true);
    setError(undefined);
    try {
      await onSave({ name: given.name, description: given.description.trim() === '' ? null : given.description });
    } catch (caught) {
      setError(caught);
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void save();
        }}
      >
        <TextField
          label={t('albums-name')}
          value={given.name}
          maxLength={maxLength}
          required
          autocomplete="off"
          error={ofName ? explain(error) : undefined}
          onInput={({ currentTarget }) => setGiven((now) => ({ ...now, name: currentTarget.value }))}
        />
        <TextAreaField
          label={t('albums-description')}
          optional
          value={given.description}
          onInput={({ currentTarget }) => setGiven((now) => ({ ...now, description: currentTarget.value }))}
        />
        {error !== undefined && !ofName && <ErrorMessage>{explain(error)}</ErrorMessage>}
        <div class="choices end">
          <Button kind="quiet" onClick={onClose}>
            {t('common-cancel')}
          </Button>
          <Button submit busy={busy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
