import { useEffect, useId, useState } from 'preact/hooks';
import { FORMAT_NAMES } from '../../../../src/core/formats.ts';
import { useAlbums } from '../../albums.ts';
import { api } from '../../api/api.ts';
import { ViewOptions } from '../../grid/view-options.tsx';
import { t } from '../../i18n/i18n.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { type ImageFilter, isFiltering } from './image-filter.ts';

const ORDERS = ['newest', 'oldest', 'largest', 'smallest'] as const;
/** Bytes at least. */
const SIZES = [1, 5, 20].map((megabytes) => megabytes * 1_048_576);
const TYPED_MS = 250;

interface FiltersProps {
  filter: ImageFilter;
  onChange(change: Partial<ImageFilter>): void;
}

/** The search field of the library, and further filters that can be hidden. */
export function Filters({ filter, onChange }: FiltersProps) {
  const [text, setText] = useState(filter.q);
  const hasMoreFilters = isFiltering({ ...filter, q: '' }) || filter.order !== 'newest';
  const [isOpen, setOpen] = useState(hasMoreFilters);
  const panel = useId();
  useEffect(() => setText(filter.q), [filter.q]);
  useEffect(() => {
    if (text === filter.q) return;
    const timer = setTimeout(() => onChange({ q: text }), TYPED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <search class="library-filters">
      <div class="library-search">
        <label class="search-box">
          <Icon name="search" />
          <span class="visually-hidden">{t('library-search')}</span>
          <input
            type="search"
            value={text}
            placeholder={t('library-search-hint')}
            autocomplete="off"
            maxLength={255}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
        <button
          type="button"
          class={hasMoreFilters ? 'button quiet filter-button active' : 'button quiet filter-button'}
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="filter" />
          <span>{t('library-filters')}</span>
        </button>
        <ViewOptions />
      </div>
      <div id={panel} class="list-filters" hidden={!isOpen}>
        {isOpen && <MoreFilters filter={filter} onChange={onChange} />}
      </div>
    </search>
  );
}

/** The first tags of the account, at most 100; a filter by another one comes from a link. */
function useTags(): readonly string[] {
  const [found, setFound] = useState<readonly string[]>([]);
  useEffect(() => {
    let isCurrent = true;
    api.get<{ tags: { tag: string }[] }>('/tags', { limit: 100 }).then(
      ({ tags }) => isCurrent && setFound(tags.map(({ tag }) => tag)),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  return found;
}

function MoreFilters({ filter, onChange }: FiltersProps) {
  const albums = useAlbums();
  const tags = useTags();
  return (
    <>
      <SelectField
        label={t('library-album')}
        value={filter.album}
        onChange={({ currentTarget }) => onChange({ album: currentTarget.value })}
      >
        <option value="">{t('library-all-albums')}</option>
        <option value="none">{t('library-no-album')}</option>
        {albums.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('library-format')}
        value={filter.format}
        onChange={({ currentTarget }) => onChange({ format: currentTarget.value })}
      >
        <option value="">{t('library-all-formats')}</option>
        {FORMAT_NAMES.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </SelectField>
      {(tags.length > 0 || filter.tag !== '') && (
        <SelectField
          label={t('library-tag')}
          value={filter.tag}
          onChange={({ currentTarget }) => onChange({ tag: currentTarget.value })}
        >
          <option value="">{t('library-all-tags')}</option>
          {[...new Set([...tags, filter.tag])].filter(Boolean).map((tag) => (
            <option key={tag} value={tag}>
              {tag}
            </option>
          ))}
        </SelectField>
      )}
      <SelectField
        label={t('library-order')}
        value={filter.order}
        onChange={({ currentTarget }) => onChange({ order: currentTarget.value })}
      >
        {ORDERS.map((name) => (
          <option key={name} value={name}>
            {t(`library-orders-${name}`)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('library-min-size')}
        value={filter.min_size}
        onChange={({ currentTarget }) => onChange({ min_size: currentTarget.value })}
      >
        <option value="">{t('library-any-size')}</option>
        {SIZES.map((bytes) => (
          <option key={bytes} value={String(bytes)}>
            {t('library-size-from', { bytes })}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t('library-from')}
        type="date"
        value={filter.from}
        max={filter.to || undefined}
        onChange={({ currentTarget }) => onChange({ from: currentTarget.value })}
      />
      <TextField
        label={t('library-to')}
        type="date"
        value={filter.to}
        min={filter.from || undefined}
        onChange={({ currentTarget }) => onChange({ to: currentTarget.value })}
      />
    </>
  );
}
