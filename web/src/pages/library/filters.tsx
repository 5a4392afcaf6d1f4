import { useEffect, useState } from 'preact/hooks';
import { FORMAT_NAMES } from '../../../../src/core/formats.ts';
import { useAlbums } from '../../albums.ts';
import { library } from '../../texts/library.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import type { ImageFilter } from './image-filter.ts';

const TYPED_MS = 250;

/** The filter controls of the library. */
export function Filters({ filter, onChange }: { filter: ImageFilter; onChange(change: Partial<ImageFilter>): void }) {
  const [text, setText] = useState(filter.q);
  const albums = useAlbums();
  useEffect(() => setText(filter.q), [filter.q]);
  useEffect(() => {
    if (text === filter.q) return;
    const timer = setTimeout(() => onChange({ q: text }), TYPED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <search class="list-filters">
      <TextField
        label={library.search}
        type="search"
        value={text}
        autocomplete="off"
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <SelectField
        label={library.album}
        value={filter.album}
        onChange={({ currentTarget }) => onChange({ album: currentTarget.value })}
      >
        <option value="">{library.allAlbums}</option>
        <option value="none">{library.noAlbum}</option>
        {albums.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={library.format}
        value={filter.format}
        onChange={({ currentTarget }) => onChange({ format: currentTarget.value })}
      >
        <option value="">{library.allFormats}</option>
        {FORMAT_NAMES.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={library.order}
        value={filter.order}
        onChange={({ currentTarget }) => onChange({ order: currentTarget.value })}
      >
        {Object.entries(library.orders).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </SelectField>
    </search>
  );
}
