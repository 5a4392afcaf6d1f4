import { useId } from 'preact/hooks';
import { useAlbums } from '../../albums.ts';
import { useStore } from '../../store.ts';
import { upload } from '../../texts/upload.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { useUsage } from '../../usage.ts';
import { options } from './queue.ts';

/** Album and expiry of the files that are added next. */
export function UploadOptions() {
  const { album, expiryHours } = useStore(options);
  const limits = useUsage()?.limits;
  const albums = useAlbums();
  const listId = useId();
  return (
    <fieldset class="upload-options">
      <legend class="visually-hidden">{upload.options}</legend>
      <TextField
        label={upload.album}
        optional
        value={album}
        maxLength={limits?.max_album_length ?? 255}
        autocomplete="off"
        list={listId}
        onInput={({ currentTarget }) => options.set((now) => ({ ...now, album: currentTarget.value }))}
      />
      <datalist id={listId}>
        {albums.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
      <SelectField
        label={upload.expiry}
        value={String(expiryHours)}
        onChange={({ currentTarget }) => options.set((now) => ({ ...now, expiryHours: Number(currentTarget.value) }))}
      >
        {upload.expiries
          .filter(([hours]) => hours <= (limits?.max_expiry_hours ?? hours))
          .map(([hours, label]) => (
            <option key={hours} value={String(hours)}>
              {label}
            </option>
          ))}
      </SelectField>
    </fieldset>
  );
}
