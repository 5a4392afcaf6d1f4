import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Album, AlbumChange } from '../../../../src/api/albums.ts';
import { api } from '../../api/api.ts';
import { announce } from '../../changes.ts';
import { copyText } from '../../clipboard.ts';
import { explain } from '../../error-message.ts';
import { t } from '../../i18n/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.tsx';
import { ShareSettings } from './share-settings.tsx';

interface ShareDialogProps {
  album: Album;
  onChange(album: Album): void;
  onClose(): void;
}

/** Creates, shows, protects and ends the link of an album. Each setting is saved at once. */
export function ShareDialog({ album, onChange, onClose }: ShareDialogProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [stopping, setStopping] = useState(false);
  const { name, public_url: url, share } = album;

  const send = async (change: AlbumChange): Promise<Album> => {
    const changed = await api.patch<Album>(`/albums/${album.id}`, change);
    onChange(changed);
    announce('albums');
    return changed;
  };
  const save = async (change: AlbumChange): Promise<Album | undefined> => {
    setBusy(true);
    setError(undefined);
    try {
      return await send(change);
    } catch (caught) {
      setError(caught);
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  const create = async () => {
    const link = (await save({ public: true }))?.public_url;
    if (link != null && (await copyText(link))) toast(t('albums-share-created'));
  };

  if (stopping) {
    return (
      <ConfirmDialog
        title={t('albums-share-stop-title', { name })}
        action={t('albums-share-stop')}
        danger
        onClose={() => setStopping(false)}
        onConfirm={async () => {
          await send({ public: false });
          toast(t('albums-share-stopped'));
          onClose();
        }}
      >
        <p>{t('albums-share-stop-text')}</p>
      </ConfirmDialog>
    );
  }
  return (
    <Dialog title={t('albums-share-title', { name })} onClose={onClose}>
      {url === null || share === null ? (
        <>
          <p>{t('albums-share-text')}</p>
          <div class="choices end">
            <Button key="create" busy={busy} onClick={() => void create()}>
              <Icon name="link" />
              {t('albums-share-start')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <ShareLink url={url} name={name} />
          <ShareSettings
            share={share}
            onSave={async (settings) => {
              const saved = (await save({ share: settings })) !== undefined;
              if (saved) toast(t('common-saved'));
              return saved;
            }}
          />
        </>
      )}
      {error !== undefined && <ErrorMessage>{explain(error)}</ErrorMessage>}
      {url !== null && (
        <div class="choices share-end">
          <Button key="stop" kind="plain" class="bad" onClick={() => setStopping(true)}>
            {t('albums-share-stop')}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

/** The link with its actions. The focus begins on Copy, where a second press of Enter is harmless. */
function ShareLink({ url, name }: { url: string; name: string }) {
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => root.current?.querySelector<HTMLElement>('[data-first]')?.focus(), []);
  const copy = async () => {
    toast((await copyText(url)) ? t('albums-share-copied') : t('common-copy-failed'));
  };
  return (
    <div class="share-link" ref={root}>
      <label class="visually-hidden" for="share-url">
        {t('albums-share-link')}
      </label>
      <input
        id="share-url"
        type="text"
        dir="ltr"
        readOnly
        spellcheck={false}
        autocomplete="off"
        value={url}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div class="choices">
        <Button key="copy" data-first onClick={() => void copy()}>
          <Icon name="copy" />
          {t('albums-share-copy')}
        </Button>
        {typeof navigator.share === 'function' && (
          // The visitor may close the sheet, which is no failure.
          <Button kind="quiet" onClick={() => void navigator.share({ title: name, url }).catch(() => undefined)}>
            {t('albums-share-sheet')}
          </Button>
        )}
        <a class="button quiet" href={url} target="_blank" rel="noreferrer">
          {t('albums-share-open')}
        </a>
      </div>
    </div>
  );
}
