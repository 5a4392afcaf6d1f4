import { useState } from 'preact/hooks';
import type { AlbumChange, AlbumShare } from '../../../../src/api/albums.ts';
import { formatTime } from '../../i18n/format.ts';
import { t } from '../../i18n/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField, SelectField, TextField } from '../../ui/field.tsx';

type Settings = NonNullable<AlbumChange['share']>;

interface ShareSettingsProps {
  share: AlbumShare;
  /** @returns whether they are saved */
  onSave(settings: Settings): Promise<boolean>;
}

const MIN_PASSWORD_LENGTH = 8;
const DAYS = [1, 7, 30];
const DAY_MS = 86_400_000;

/** Password, end and download of an album's link. */
export function ShareSettings({ share, onSave }: ShareSettingsProps) {
  return (
    <section class="share-settings" aria-label={t('albums-share-settings')}>
      <PasswordSetting share={share} onSave={onSave} />
      <EndSetting share={share} onSave={onSave} />
      <DownloadSetting share={share} onSave={onSave} />
    </section>
  );
}

function DownloadSetting({ share, onSave }: ShareSettingsProps) {
  const [allowed, setAllowed] = useState(share.download);
  const save = async (download: boolean) => {
    setAllowed(download);
    if (!(await onSave({ download }))) setAllowed(!download);
  };
  return (
    // Saved at once: the event tells the dialog that nothing would be lost.
    <form onSubmit={(event) => event.preventDefault()}>
      <CheckField
        label={t('albums-share-download')}
        hint={t('albums-share-download-hint')}
        checked={allowed}
        onChange={({ currentTarget }) => {
          currentTarget.form?.requestSubmit();
          void save(currentTarget.checked);
        }}
      />
    </form>
  );
}

function PasswordSetting({ share, onSave }: ShareSettingsProps) {
  const [editing, setEditing] = useState(false);
  const [password, setPassword] = useState('');
  const [tooShort, setTooShort] = useState(false);
  const close = () => {
    setEditing(false);
    setPassword('');
    setTooShort(false);
  };
  const save = async () => {
    if ([...password].length < MIN_PASSWORD_LENGTH) return setTooShort(true);
    if (await onSave({ password })) close();
  };
  if (!editing) {
    return (
      <div class="share-row">
        <div>
          <h3>{t('albums-share-password')}</h3>
          <p class="field-hint">
            {share.has_password ? t('albums-share-password-on') : t('albums-share-password-off')}
          </p>
        </div>
        <div class="choices">
          {share.has_password && (
            <Button kind="plain" onClick={() => void onSave({ password: null })}>
              {t('albums-share-password-remove')}
            </Button>
          )}
          <Button kind="quiet" onClick={() => setEditing(true)}>
            {share.has_password ? t('albums-share-password-change') : t('albums-share-password-add')}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <form
      class="share-password"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextField
        label={t('albums-share-password')}
        hint={t('albums-share-password-hint')}
        error={tooShort ? t('albums-share-password-short', { min: MIN_PASSWORD_LENGTH }) : undefined}
        value={password}
        autofocus
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        maxLength={128}
        onInput={({ currentTarget }) => {
          setPassword(currentTarget.value);
          setTooShort(false);
        }}
      />
      <div class="choices end">
        <Button kind="quiet" onClick={close}>
          {t('common-cancel')}
        </Button>
        <Button submit>{t('albums-share-password-save')}</Button>
      </div>
    </form>
  );
}

function EndSetting({ share, onSave }: ShareSettingsProps) {
  const [picking, setPicking] = useState(false);
  const [at, setAt] = useState('');
  const { expires_at: current, ended } = share;
  const choose = (choice: string) => {
    setPicking(choice === 'pick');
    if (choice === 'never') void onSave({ expires_at: null });
    const days = Number(choice);
    if (days > 0) void onSave({ expires_at: new Date(Date.now() + days * DAY_MS).toISOString() });
  };
  const save = async () => {
    const time = Date.parse(at);
    if (Number.isNaN(time)) return;
    if (await onSave({ expires_at: new Date(time).toISOString() })) setPicking(false);
  };
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (picking) void save();
      }}
    >
      <SelectField
        label={t('albums-share-end')}
        {...(ended ? { error: t('albums-share-ended') } : {})}
        value={picking ? 'pick' : current === null ? 'never' : 'current'}
        onChange={({ currentTarget }) => {
          const { value } = currentTarget;
          if (value !== 'pick') currentTarget.form?.requestSubmit();
          choose(value);
        }}
      >
        <option value="never">{t('albums-share-end-never')}</option>
        {current !== null && <option value="current">{formatTime(current)}</option>}
        {DAYS.map((days) => (
          <option key={days} value={String(days)}>
            {t('albums-share-end-days', { days })}
          </option>
        ))}
        <option value="pick">{t('albums-share-end-pick')}</option>
      </SelectField>
      {picking && (
        <div class="share-date">
          <TextField
            label={t('albums-share-end-date')}
            type="datetime-local"
            required
            min={localMinute(Date.now())}
            value={at}
            onInput={({ currentTarget }) => setAt(currentTarget.value)}
          />
          <Button submit>{t('common-save')}</Button>
        </div>
      )}
    </form>
  );
}

/** The value of a `datetime-local` field in the zone of the browser. */
function localMinute(ms: number): string {
  const offsetMs = new Date(ms).getTimezoneOffset() * 60_000;
  return new Date(ms - offsetMs).toISOString().slice(0, 16);
}
