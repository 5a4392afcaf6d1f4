import type { Links } from '../../../src/core/links.ts';
import { t } from '../i18n/i18n.ts';
import { LINK_FORMATS } from '../link-formats.ts';
import { useStore } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { linkFormat } from '../upload/preferences.ts';
import './bulk.css';

interface SelectionBarProps {
  /** Number of selected images. */
  count: number;
  /** Number of images in the list, if it is known and more than are selected. */
  rest: number | undefined;
  onCopy(format: keyof Links): void;
  onAction(action: 'move' | 'expiry' | 'delete'): void;
  onSelectAll(): void;
  onClear(): void;
  /** Offered if exactly one image is selected. */
  onCover?: (() => void) | undefined;
}

/** The actions on the selected images. */
export function SelectionBar({ count, rest, onCopy, onAction, onSelectAll, onClear, onCover }: SelectionBarProps) {
  const format = useStore(linkFormat);
  const chosen = LINK_FORMATS.find(({ name }) => name === format) ?? LINK_FORMATS[0];
  return (
    <section class="selection-bar" aria-label={t('library-selection-bar')}>
      <div class="selection-count">
        <button type="button" class="icon-button" aria-label={t('library-clear-selection')} onClick={onClear}>
          <Icon name="close" />
        </button>
        <p aria-live="polite">{t('library-selected', { count })}</p>
        {rest !== undefined && (
          <Button kind="plain" small onClick={onSelectAll}>
            {t('library-select-all', { count: rest })}
          </Button>
        )}
      </div>
      <div class="selection-actions">
        <span class="copy-split">
          <Button small onClick={() => onCopy(format)}>
            <Icon name="copy" />
            {t('library-copy-links')}
          </Button>
          <Menu
            label={t('library-copy-as', { format: chosen?.short ?? '' })}
            trigger={<span class="chosen-format">{chosen?.short}</span>}
            items={LINK_FORMATS.map(({ name, label }) => ({
              label,
              onSelect: () => {
                linkFormat.set(name);
                onCopy(name);
              },
            }))}
          />
        </span>
        <Button kind="quiet" small onClick={() => onAction('move')}>
          <Icon name="album" />
          <span>{t('library-move')}</span>
        </Button>
        <Button kind="quiet" small onClick={() => onAction('expiry')}>
          <Icon name="clock" />
          <span>{t('library-expiry')}</span>
        </Button>
        {onCover !== undefined && (
          <Button kind="quiet" small onClick={onCover}>
            <Icon name="image" />
            <span>{t('library-cover')}</span>
          </Button>
        )}
        <Button kind="danger" small onClick={() => onAction('delete')}>
          <Icon name="trash" />
          <span>{t('library-delete-action')}</span>
        </Button>
      </div>
    </section>
  );
}
