import { useState } from 'preact/hooks';
import { ApiError, errorOf, networkError } from '../../api/api-error.ts';
import { copyText } from '../../clipboard.ts';
import { humanTime } from '../../human.ts';
import { useStore } from '../../store.ts';
import { common } from '../../texts/common.ts';
import { upload } from '../../texts/upload.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { toast } from '../../ui/toast.tsx';
import { type HistoryEntry, history, removeFromHistory } from './history.ts';

const words = upload.history;
const SHOWN_FIRST = 12;

/** This browser's anonymous uploads, with actions to delete them. */
export function HistoryList() {
  const all = useStore(history);
  const [shown, setShown] = useState(SHOWN_FIRST);
  const [dialog, setDialog] = useState<'forget' | HistoryEntry>();
  if (all.length === 0) return null;
  const close = () => setDialog(undefined);
  return (
    <Card
      title={words.title}
      text={words.text}
      actions={
        <Button kind="quiet" small onClick={() => setDialog('forget')}>
          {words.forgetAll}
        </Button>
      }
    >
      <ul class="history-grid">
        {all.slice(0, shown).map((one) => (
          <HistoryTile key={one.id} image={one} onDelete={() => setDialog(one)} />
        ))}
      </ul>
      {all.length > shown && (
        <Button kind="quiet" small onClick={() => setShown(all.length)}>
          {words.more(all.length - shown)}
        </Button>
      )}
      {dialog === 'forget' && (
        <ConfirmDialog
          title={words.forgetTitle}
          action={words.forgetAll}
          danger
          onClose={close}
          onConfirm={async () => {
            removeFromHistory(all.map(({ id }) => id));
            close();
          }}
        >
          <p>{words.forgetText}</p>
        </ConfirmDialog>
      )}
      {dialog !== undefined && dialog !== 'forget' && (
        <ConfirmDialog
          title={words.deleteTitle}
          action={words.delete}
          danger
          onClose={close}
          onConfirm={async () => {
            await deleteByToken(dialog);
            removeFromHistory([dialog.id]);
            close();
            toast(words.deleted);
          }}
        >
          <p>{words.deleteText(dialog.filename)}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

function HistoryTile({ image, onDelete }: { image: HistoryEntry; onDelete(): void }) {
  const { id, filename, links, uploaded_at: uploadedAt } = image;
  const copy = async (what: string, text: string) =>
    toast((await copyText(text)) ? common.copiedThat(what) : common.copyFailed);
  return (
    <li class="history-tile">
      <a href={links.view_page} target="_blank" rel="noopener">
        <img src={links.thumbnail} alt="" loading="lazy" />
        <span class="history-name">
          <bdi>{filename}</bdi>
        </span>
        <span class="history-time">{humanTime(uploadedAt)}</span>
      </a>
      <Menu
        label={words.actionsFor(filename)}
        trigger={<Icon name="more" />}
        items={[
          { label: words.copyLink, onSelect: () => void copy(words.copyLink, links.direct) },
          {
            label: `${common.copy}: ${upload.deleteLink}`,
            onSelect: () => void copy(upload.deleteLink, image.delete_url),
          },
          { label: words.forget, onSelect: () => removeFromHistory([id]) },
          { label: words.delete, danger: true, onSelect: onDelete },
        ]}
      />
    </li>
  );
}

/**
 * Deletes an image with its delete token. Succeeds if the image is already deleted.
 * @throws ApiError
 */
export async function deleteByToken({ id, delete_token: token }: HistoryEntry): Promise<void> {
  const response = await fetch(`/api/v1/image/${encodeURIComponent(id)}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  }).catch(() => undefined);
  if (response === undefined) throw networkError();
  if (response.ok || response.status === 404) return;
  const error = errorOf(response.status, await response.json().catch(() => undefined));
  // The token becomes invalid when its image is deleted.
  if (!(error instanceof ApiError) || error.code !== 'INVALID_API_KEY') throw error;
}
