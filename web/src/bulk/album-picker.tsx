import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Album } from '../../../src/api/albums.ts';
import { t } from '../i18n/i18n.ts';
import { TextField } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import './bulk.css';

interface AlbumPickerProps {
  albums: readonly Album[];
  /** The name of the album, which may be new; null = no album. */
  onPick(name: string | null): void;
  /** The chosen album, if the choice stays visible. */
  picked?: string | null;
  /** Offers `Not in an album`. */
  withNone?: boolean;
  maxLength?: number;
}

interface Choice {
  key: string;
  name: string | null;
  label: ComponentChildren;
  cover: ComponentChildren;
}

/**
 * Chooses an album from a list with covers. A field searches it; a name that no album has makes a new album. Enter in the
 * field takes the album of that name.
 */
export function AlbumPicker({ albums, onPick, picked, withNone = true, maxLength = 255 }: AlbumPickerProps) {
  const [text, setText] = useState('');
  const name = text.trim();
  const wanted = name.toLocaleLowerCase();
  const same = albums.find((album) => album.name.toLocaleLowerCase() === wanted);
  const found: Choice[] = albums
    .filter((album) => album.name.toLocaleLowerCase().includes(wanted))
    .map((album) => ({
      key: album.id,
      name: album.name,
      label: <AlbumLabel album={album} />,
      cover: <Cover album={album} />,
    }));
  const created: Choice = { key: '+', name, label: t('library-picker-create', { name }), cover: <Icon name="plus" /> };
  const none: Choice = { key: '-', name: null, label: t('library-no-album'), cover: <Icon name="close" /> };
  const choices =
    wanted === '' ? [...(withNone ? [none] : []), ...found] : [...found, ...(same === undefined ? [created] : [])];
  return (
    <div class="album-picker">
      <TextField
        label={t('library-picker-search')}
        value={text}
        maxLength={maxLength}
        autocomplete="off"
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || wanted === '') return;
          event.preventDefault();
          onPick(same?.name ?? name);
        }}
      />
      <ul class="picker-list">
        {choices.map((choice) => (
          <li key={choice.key}>
            <button
              type="button"
              class="picker-item"
              aria-pressed={picked === undefined ? undefined : picked === choice.name}
              onClick={() => onPick(choice.name)}
            >
              <span class="picker-cover">{choice.cover}</span>
              <span class="picker-label">{choice.label}</span>
            </button>
          </li>
        ))}
      </ul>
      {choices.length === 0 && <p class="field-hint">{t('library-picker-empty')}</p>}
    </div>
  );
}

function AlbumLabel({ album }: { album: Album }) {
  return (
    <>
      <bdi>{album.name}</bdi>
      <span class="picker-count">{t('library-count', { count: album.image_count })}</span>
    </>
  );
}

function Cover({ album }: { album: Album }) {
  const url = album.cover?.thumbnail;
  if (url === undefined) return <Icon name="album" />;
  return <img src={url} alt="" loading="lazy" decoding="async" draggable={false} />;
}
