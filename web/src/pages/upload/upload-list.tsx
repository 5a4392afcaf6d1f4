import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Links } from '../../../../src/core/links.ts';
import { t } from '../../i18n/i18n.ts';
import { useStore } from '../../store.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { items } from '../../upload/items.ts';
import { linkText } from '../../upload/link-text.ts';
import { isHeld } from '../../upload/pause.ts';
import { linkFormat } from '../../upload/preferences.ts';
import { progressOf } from '../../upload/progress.ts';
import { cancelAll, clearFinished, hold, retry } from '../../upload/queue.ts';
import { isRefused, isRetryable, type UploadItem } from '../../upload/upload-item.ts';
import { LinkFormatChoice } from './link-format-choice.tsx';
import { PauseNote } from './pause-note.tsx';
import { ProgressBar, ProgressFigures } from './progress.tsx';
import { UploadRow } from './upload-row.tsx';

/** Several files, or one that is not uploaded: a bar for all of them, and a row for each. */
export function UploadList() {
  const all = useStore(items);
  const format = useStore(linkFormat);
  const [wantsRefused, setWantsRefused] = useState(false);
  const rowOf = useRows(format);
  const refused = all.filter(isRefused);
  const onlyRefused = wantsRefused && refused.length > 0;
  return (
    <section class="upload-list" aria-label={t('upload-queue')}>
      <header class="upload-bar">
        <Overview items={all} />
        <div class="upload-tools">
          <CopyAll items={all} format={format} />
          <FailureTools items={all} isFiltered={onlyRefused} onFilter={setWantsRefused} />
        </div>
      </header>
      <PauseNote />
      <ul class="upload-rows">{(onlyRefused ? refused : all).map(rowOf)}</ul>
    </section>
  );
}

function Overview({ items: all }: { items: readonly UploadItem[] }) {
  const held = useStore(isHeld);
  const { total, done, refused, pending, share } = progressOf(all);
  return (
    <div class="upload-overview">
      <p class="overall" role="status">
        <strong>{t('upload-overall', { done, all: total })}</strong>
        {refused > 0 && <span class="failed-count">{t('upload-failed-count', { count: refused })}</span>}
      </p>
      <ProgressFigures items={all} />
      <div class="upload-run">
        {pending > 0 ? (
          <>
            <Button kind="quiet" small onClick={() => hold(!held)}>
              {held ? t('upload-continue') : t('upload-pause')}
            </Button>
            <Button kind="quiet" small onClick={cancelAll}>
              {t('upload-cancel-all')}
            </Button>
          </>
        ) : (
          <Button kind="quiet" small onClick={clearFinished}>
            {t('upload-clear')}
          </Button>
        )}
      </div>
      {pending > 0 && <ProgressBar label={t('upload-queue')} share={share} />}
    </div>
  );
}

function CopyAll({ items: all, format }: { items: readonly UploadItem[]; format: keyof Links }) {
  const images = all.flatMap(({ image }) => (image === undefined ? [] : [image]));
  if (images.length === 0) return null;
  const count = images.length;
  return (
    <>
      <LinkFormatChoice />
      <CopyButton
        what={t('upload-links-count', { count })}
        label={t('upload-copy-all', { count })}
        text={images.map((image) => linkText(image, format)).join('\n')}
      />
    </>
  );
}

interface FailureToolsProps {
  items: readonly UploadItem[];
  isFiltered: boolean;
  onFilter(isFiltered: boolean): void;
}

function FailureTools({ items: all, isFiltered, onFilter }: FailureToolsProps) {
  const refused = all.filter(isRefused).length;
  const retryable = all.filter(isRetryable).length;
  if (refused === 0) return null;
  return (
    <>
      {retryable > 0 && (
        <Button kind="quiet" small onClick={() => retry()}>
          <Icon name="retry" />
          {t('upload-retry-all')}
        </Button>
      )}
      {refused < all.length && (
        <button type="button" class="filter-toggle" aria-pressed={isFiltered} onClick={() => onFilter(!isFiltered)}>
          {t('upload-show-failed', { count: refused })}
        </button>
      )}
    </>
  );
}

/** Makes the rows. An item that has not changed keeps its row, so that progress of one file renders one row. */
function useRows(format: keyof Links): (item: UploadItem) => VNode {
  const rows = useRef({ format, made: new WeakMap<UploadItem, VNode>() });
  if (rows.current.format !== format) rows.current = { format, made: new WeakMap() };
  const { made } = rows.current;
  return (item) => {
    const row = made.get(item) ?? <UploadRow key={item.id} item={item} format={format} />;
    made.set(item, row);
    return row;
  };
}
