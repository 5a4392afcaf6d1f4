import { useState } from 'preact/hooks';
import { announce } from '../../changes.ts';
import { copyText } from '../../clipboard.ts';
import { formatTime } from '../../i18n/format.ts';
import { t } from '../../i18n/i18n.ts';
import { useStore } from '../../store.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { toast } from '../../ui/toast.tsx';
import { deleteByToken, type HistoryEntry, history, removeFromHistory } from '../../upload/history.ts';
import { items } from '../../upload/items.ts';
import { linkText } from '../../upload/link-text.ts';
import { linkFormat } from '../../upload/preferences.ts';
import { removeImage } from '../../upload/queue.ts';
import { LinkFormatChoice } from './link-format-choice.tsx';

const SHOWN_FIRST = 12;

type Pending = { act: 'forget' | 'delete'; images: readonly HistoryEntry[] };

/** This browser's anonymous uploads without those of the list above: links to copy, and deletion. */
export function HistoryList() {
  const format = useStore(linkFormat);
  const listed = new Set(useStore(items).map(({ image }) => image?.id));
  const all = useStore(history).filter(({ id }) => !listed.has(id));
  const [shown, setShown] = useState(SHOWN_FIRST);
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());
  const [pending, setPending] = useState<Pending>();
  if (all.length === 0) return null;
  const chosen = all.filter(({ id }) => chosenIds.has(id));
  const images = chosen.length === 0 ? all : chosen;
  const count = images.length;
  const toggle = (id: string) => {
    const next = new Set(chosenIds);
    if (!next.delete(id)) next.add(id);
    setChosenIds(next);
  };
  return (
    <Card title={t('upload-history-title')} text={t('upload-history-text')}>
      <div class="history-bar" role="toolbar" aria-label={t('upload-history-actions')}>
        <LinkFormatChoice />
        <CopyButton
          what={t('upload-links-count', { count })}
          label={chosen.length === 0 ? t('upload-copy-all', { count }) : t('upload-copy-chosen', { count })}
          text={images.map((one) => linkText(one, format)).join('\n')}
        />
        {chosen.length > 0 && (
          <>
            <Button kind="quiet" small onClick={() => setPending({ act: 'delete', images: chosen })}>
              {t('upload-history-delete')}
            </Button>
            <Button kind="quiet" small onClick={() => setChosenIds(new Set())}>
              {t('upload-history-unselect')}
            </Button>
          </>
        )}
        <Button kind="quiet" small onClick={() => setPending({ act: 'forget', images })}>
          {chosen.length === 0 ? t('upload-history-forget-all') : t('upload-history-forget')}
        </Button>
      </div>
      <ul class="history-grid">
        {all.slice(0, shown).map((one) => (
          <HistoryTile
            key={one.id}
            image={one}
            isChosen={chosenIds.has(one.id)}
            onToggle={() => toggle(one.id)}
            onDelete={() => setPending({ act: 'delete', images: [one] })}
          />
        ))}
      </ul>
      {all.length > shown && (
        <Button kind="quiet" small onClick={() => setShown(all.length)}>
          {t('upload-history-more', { count: all.length - shown })}
        </Button>
      )}
      {pending !== undefined && (
        <HistoryDialog
          {...pending}
          onClose={() => {
            setPending(undefined);
            setChosenIds(new Set());
          }}
        />
      )}
    </Card>
  );
}

function HistoryDialog({ act, images, onClose }: Pending & { onClose(): void }) {
  const count = images.length;
  const name = images[0]?.filename ?? '';
  if (act === 'forget') {
    return (
      <ConfirmDialog
        title={t('upload-history-forget-title', { count })}
        action={t('upload-history-forget')}
        danger
        onClose={onClose}
        onConfirm={async () => {
          removeFromHistory(images.map(({ id }) => id));
          onClose();
        }}
      >
        <p>{t('upload-history-forget-text', { count })}</p>
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      title={t('upload-history-delete-title', { count, name })}
      action={t('upload-history-delete')}
      danger
      onClose={onClose}
      onConfirm={async () => {
        for (const one of images) {
          await deleteByToken(one);
          removeFromHistory([one.id]);
          removeImage(one.id);
        }
        announce('images');
        onClose();
        toast(t('upload-history-deleted', { count }));
      }}
    >
      <p>{t('upload-history-delete-text', { count })}</p>
    </ConfirmDialog>
  );
}

interface HistoryTileProps {
  image: HistoryEntry;
  isChosen: boolean;
  onToggle(): void;
  onDelete(): void;
}

function HistoryTile({ image, isChosen, onToggle, onDelete }: HistoryTileProps) {
  const { id, filename, links, uploaded_at: uploadedAt } = image;
  const format = useStore(linkFormat);
  const copy = async (text: string) =>
    toast((await copyText(text)) ? t('common-link-copied') : t('common-copy-failed'));
  return (
    <li class={isChosen ? 'history-tile chosen' : 'history-tile'}>
      <a href={links.view_page} target="_blank" rel="noopener">
        <img src={links.thumbnail} alt="" loading="lazy" />
        <span class="history-name">
          <bdi>{filename}</bdi>
        </span>
        <span class="history-time">{formatTime(uploadedAt)}</span>
      </a>
      <label class="history-choice">
        <input
          type="checkbox"
          checked={isChosen}
          onChange={onToggle}
          aria-label={t('upload-history-choose', { name: filename })}
        />
      </label>
      <Menu
        label={t('upload-history-actions-for', { name: filename })}
        trigger={<Icon name="more" />}
        items={[
          { label: t('upload-history-copy-link'), onSelect: () => void copy(linkText(image, format)) },
          { label: t('upload-history-copy-delete-link'), onSelect: () => void copy(image.delete_url) },
          { label: t('upload-history-forget'), onSelect: () => removeFromHistory([id]) },
          { label: t('upload-history-delete'), danger: true, onSelect: onDelete },
        ]}
      />
    </li>
  );
}
