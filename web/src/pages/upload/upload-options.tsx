import { useId } from 'preact/hooks';
import { useAlbums } from '../../albums.ts';
import { EXPIRY_HOURS } from '../../expiry-hours.ts';
import { t } from '../../i18n/i18n.ts';
import { useAccount } from '../../session.ts';
import { useStore } from '../../store.ts';
import { CheckField, SelectField, TextField } from '../../ui/field.tsx';
import { copiesAfterUpload } from '../../upload/preferences.ts';
import { options } from '../../upload/queue.ts';
import { useUsage } from '../../usage.ts';

/** Album and expiry of the files that are added next. Folded away below a result, which comes first. */
export function UploadOptions({ small }: { small: boolean }) {
  if (!small) return <Fields />;
  return (
    <details class="upload-options-fold">
      <summary>{t('upload-options')}</summary>
      <Fields />
    </details>
  );
}

function Fields() {
  const copies = useStore(copiesAfterUpload);
  const hasAccount = useAccount() !== null;
  return (
    <fieldset class="upload-options">
      <legend class="visually-hidden">{t('upload-options')}</legend>
      {hasAccount && <AlbumField />}
      <ExpiryField />
      <CheckField
        label={t('upload-copy-after')}
        checked={copies}
        onChange={({ currentTarget }) => copiesAfterUpload.set(currentTarget.checked)}
      />
    </fieldset>
  );
}

function AlbumField() {
  const { album } = useStore(options);
  const limits = useUsage()?.limits;
  const albums = useAlbums();
  const listId = useId();
  return (
    <>
      <TextField
        label={t('upload-album')}
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
    </>
  );
}

function ExpiryField() {
  const { expiryHours } = useStore(options);
  const limits = useUsage()?.limits;
  return (
    <SelectField
      label={t('upload-expiry')}
      value={String(expiryHours)}
      onChange={({ currentTarget }) => options.set((now) => ({ ...now, expiryHours: Number(currentTarget.value) }))}
    >
      {EXPIRY_HOURS.filter((hours) => hours <= (limits?.max_expiry_hours ?? hours)).map((hours) => (
        <option key={hours} value={String(hours)}>
          {t(`upload-expiry-${hours}`)}
        </option>
      ))}
    </SelectField>
  );
}
