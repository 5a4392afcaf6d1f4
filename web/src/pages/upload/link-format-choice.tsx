import type { Links } from '../../../../src/core/links.ts';
import { t } from '../../i18n/i18n.ts';
import { LINK_FORMATS } from '../../link-formats.ts';
import { useStore } from '../../store.ts';
import { linkFormat } from '../../upload/preferences.ts';

/** Selects the link format. The browser remembers it. */
export function LinkFormatChoice() {
  const format = useStore(linkFormat);
  return (
    <label class="format-choice">
      <span>{t('upload-link-format')}</span>
      <select
        value={format}
        onChange={({ currentTarget }) => linkFormat.set(currentTarget.value as keyof Links)}
        aria-label={t('upload-link-format')}
      >
        {LINK_FORMATS.map(({ name, short }) => (
          <option key={name} value={name}>
            {short}
          </option>
        ))}
      </select>
    </label>
  );
}
