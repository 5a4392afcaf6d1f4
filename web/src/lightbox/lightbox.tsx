import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ImageInfo } from '../../../src/api/images.ts';
import { api } from '../api/api.ts';
import '../bulk/bulk.css';
import { copyLinks } from '../bulk/copy-links.ts';
import type { ImageAction } from '../bulk/dialogs.tsx';
import type { ImageList } from '../grid/image-list.ts';
import { formatCount } from '../i18n/format.ts';
import { t } from '../i18n/i18n.ts';
import { LINK_FORMATS } from '../link-formats.ts';
import { useStore } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { FileName } from '../ui/file-name.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { Toasts, toast } from '../ui/toast.tsx';
import { linkFormat } from '../upload/preferences.ts';
import { EditDialog } from './edit-dialog.tsx';
import { Facts } from './facts.tsx';
import './lightbox.css';
import { pictureSources } from './picture-source.ts';
import { RenameDialog } from './rename-dialog.tsx';
import { type ZoomCommand, ZoomStage } from './zoom-stage.tsx';

export interface LightboxProps {
  id: string;
  list: ImageList;
  /** Number of images in the list; undefined if it is unknown. */
  total: number | undefined;
  onShow(id: string): void;
  onClose(): void;
  onAction(action: ImageAction, image: ImageInfo): void;
  onChange(image: ImageInfo): void;
  onCover?: ((id: string) => void) | undefined;
  /** The dialogs of the page, above the lightbox. */
  children?: ComponentChildren;
}

/** The facts have room beside the picture at this width of the window, in CSS pixels. */
const MIN_WIDTH_WITH_FACTS = 1_100;

/** One image of a list on the whole window, with the way to its neighbours and all actions. */
export function Lightbox({ id, list, total, onShow, onClose, onAction, onChange, onCover, children }: LightboxProps) {
  const { items, hasMore } = useStore(list.state);
  const position = items.findIndex((one) => one?.id === id);
  const image = useImage(id, position < 0 ? undefined : items[position], list, onClose);
  const goTo = useNeighbours(list, position, onShow);
  const [isFactsShown, setFactsShown] = useState(() => innerWidth >= MIN_WIDTH_WITH_FACTS);
  const [isRenaming, setRenaming] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const [command, setCommand] = useState<{ zoom: ZoomCommand }>();
  const [zoom, setZoom] = useState({ percent: 100, isFit: true });
  const dialog = useModal();
  const zoomBy = (next: ZoomCommand) => setCommand({ zoom: next });
  const canGo = (step: -1 | 1) => position >= 0 && position + step >= 0 && (position + step < items.length || hasMore);
  const go = (step: -1 | 1) => canGo(step) && goTo(step);
  const toggleFacts = () => setFactsShown((shown) => !shown);
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.target as Element).closest('dialog') !== dialog.current) return;
    keyAction(event, { image, go, zoomBy, toggleFacts, onAction });
  };

  return (
    <dialog
      ref={dialog}
      class={isFactsShown ? 'lightbox with-facts' : 'lightbox'}
      tabIndex={-1}
      aria-label={image?.filename ?? t('library-lightbox-label')}
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
      onKeyDown={onKeyDown}
    >
      <header class="lightbox-head">
        <IconButton icon="close" label={t('library-lightbox-close')} onClick={onClose} />
        <div class="lightbox-title">
          <h2>{image !== undefined && <FileName name={image.filename} />}</h2>
          {position >= 0 && total !== undefined && (
            <p aria-live="polite">
              {t('library-lightbox-position', { position: formatCount(position + 1), total: formatCount(total) })}
            </p>
          )}
        </div>
        <ZoomControls zoom={zoom} onZoom={zoomBy} />
        <IconButton icon="info" label={t('library-lightbox-facts')} pressed={isFactsShown} onClick={toggleFacts} />
      </header>
      <div class="lightbox-stage">
        {image !== undefined && image.quarantined !== true && (
          <ZoomStage
            image={image}
            command={command}
            onZoom={(percent, isFit) => setZoom({ percent, isFit })}
            onGo={go}
            onClose={onClose}
            onLoad={() => preloadNeighbours(items, position)}
          />
        )}
        {image?.quarantined === true && <p class="stage-failed">{t('library-quarantined')}</p>}
        {canGo(-1) && (
          <IconButton class="previous" icon="back" label={t('library-lightbox-previous')} onClick={() => go(-1)} />
        )}
        {canGo(1) && (
          <IconButton class="next" icon="forward" label={t('library-lightbox-next')} onClick={() => go(1)} />
        )}
      </div>
      {image !== undefined && (
        <Actions
          image={image}
          onAction={onAction}
          onCover={onCover}
          onRename={() => setRenaming(true)}
          onEdit={() => setEditing(true)}
        />
      )}
      {image !== undefined && isFactsShown && (
        <aside class="lightbox-facts" aria-label={t('library-lightbox-facts')}>
          <Facts image={image} />
        </aside>
      )}
      {isRenaming && image !== undefined && (
        <RenameDialog image={image} onChange={onChange} onClose={() => setRenaming(false)} />
      )}
      {isEditing && image !== undefined && (
        <EditDialog image={image} onChange={onChange} onClose={() => setEditing(false)} />
      )}
      {children}
      <Toasts inDialog />
    </dialog>
  );
}

/** Opens a dialog above everything while the component is rendered. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Without this, the first button would have the focus and show its ring.
    element?.focus();
    return () => element?.close();
  }, []);
  return dialog;
}

interface KeyDeps {
  image: ImageInfo | undefined;
  go(step: -1 | 1): void;
  zoomBy(command: ZoomCommand): void;
  toggleFacts(): void;
  onAction(action: ImageAction, image: ImageInfo): void;
}

/** Runs the action of a key. */
function keyAction(event: KeyboardEvent, { image, go, zoomBy, toggleFacts, onAction }: KeyDeps): void {
  const target = event.target as Element;
  if (target.closest('[role=menu], input, textarea') !== null || image === undefined || event.altKey) return;
  const isRtl = getComputedStyle(target).direction === 'rtl';
  const commands: Record<string, () => void> = { c: () => void copyLinks([image]) };
  const keys: Record<string, () => void> = {
    ArrowLeft: () => go(isRtl ? 1 : -1),
    ArrowRight: () => go(isRtl ? -1 : 1),
    '+': () => zoomBy('in'),
    '=': () => zoomBy('in'),
    '-': () => zoomBy('out'),
    0: () => zoomBy('fit'),
    1: () => zoomBy('actual'),
    i: toggleFacts,
    Delete: () => onAction('delete', image),
  };
  const isCommand = event.ctrlKey || event.metaKey;
  const action = (isCommand ? commands : keys)[event.key];
  // A text that the user has marked is copied by the browser.
  if (action === undefined || (isCommand && getSelection()?.isCollapsed === false)) return;
  event.preventDefault();
  action();
}

interface IconButtonProps {
  icon: IconName;
  label: string;
  pressed?: boolean;
  class?: string;
  onClick(): void;
}

function IconButton({ icon, label, pressed, class: extra = '', onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      class={`icon-button ${extra}`}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}

interface ZoomControlsProps {
  zoom: { percent: number; isFit: boolean };
  onZoom(command: ZoomCommand): void;
}

function ZoomControls({ zoom, onZoom }: ZoomControlsProps) {
  return (
    <fieldset class="zoom-controls">
      <legend class="visually-hidden">{t('library-lightbox-zoom')}</legend>
      <IconButton icon="minus" label={t('library-lightbox-zoom-out')} onClick={() => onZoom('out')} />
      <button
        type="button"
        class="zoom-value"
        title={zoom.isFit ? t('library-lightbox-actual') : t('library-lightbox-fit')}
        onClick={() => onZoom(zoom.isFit ? 'actual' : 'fit')}
      >
        {t('library-lightbox-percent', { percent: zoom.percent })}
      </button>
      <IconButton icon="plus" label={t('library-lightbox-zoom-in')} onClick={() => onZoom('in')} />
    </fieldset>
  );
}

type ActionsProps = Pick<LightboxProps, 'onAction' | 'onCover'> & {
  image: ImageInfo;
  onRename(): void;
  onEdit(): void;
};

/** Copy link, and what else can be done with the image. */
function Actions({ image, onAction, onCover, onRename, onEdit }: ActionsProps) {
  const format = useStore(linkFormat);
  const chosen = LINK_FORMATS.find(({ name }) => name === format) ?? LINK_FORMATS[0];
  return (
    <div class="lightbox-actions" role="toolbar" aria-label={t('library-lightbox-actions')}>
      <span class="copy-split">
        <Button small onClick={() => void copyLinks([image], format)}>
          <Icon name="copy" />
          {t('library-lightbox-copy')}
        </Button>
        <Menu
          label={t('library-copy-as', { format: chosen?.short ?? '' })}
          trigger={
            <span class="chosen-format">
              <span>{chosen?.short}</span>
            </span>
          }
          items={LINK_FORMATS.map(({ name, label }) => ({
            label,
            onSelect: () => {
              linkFormat.set(name);
              void copyLinks([image], name);
            },
          }))}
        />
      </span>
      <a
        class="icon-button"
        href={image.links.direct}
        download={image.filename}
        aria-label={t('library-lightbox-download')}
        title={t('library-lightbox-download')}
      >
        <Icon name="download" />
      </a>
      <a
        class="icon-button"
        href={image.links.view_page}
        target="_blank"
        rel="noopener"
        aria-label={t('library-lightbox-open')}
        title={t('library-lightbox-open')}
      >
        <Icon name="open" />
      </a>
      <button
        type="button"
        class="icon-button"
        aria-label={t('library-lightbox-delete')}
        title={t('library-lightbox-delete')}
        onClick={() => onAction('delete', image)}
      >
        <Icon name="trash" />
      </button>
      <Menu
        label={t('library-lightbox-more')}
        trigger={<Icon name="more" />}
        items={[
          { label: t('library-edit'), onSelect: onEdit },
          { label: t('library-lightbox-rename'), onSelect: onRename },
          { label: t('library-move'), onSelect: () => onAction('move', image) },
          { label: t('library-expiry'), onSelect: () => onAction('expiry', image) },
          ...(onCover === undefined ? [] : [{ label: t('library-cover'), onSelect: () => onCover(image.id) }]),
        ]}
      />
    </div>
  );
}

/** The image with an id: from the list, or from the server if the address names an image that has not been loaded. */
function useImage(id: string, listed: ImageInfo | undefined, list: ImageList, onClose: () => void) {
  const [fetched, setFetched] = useState<ImageInfo>();
  // The last image stays while the next one of the list arrives.
  useEffect(() => {
    if (listed !== undefined || fetched?.id === id) return;
    let isCurrent = true;
    api.get<ImageInfo>(`/image/${encodeURIComponent(id)}`).then(
      (image) => {
        if (!isCurrent) return;
        if (image.owned !== true) return onClose();
        setFetched(image);
        void findInList(list, image);
      },
      () => {
        if (!isCurrent) return;
        toast(t('library-lightbox-gone'));
        onClose();
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [id, listed === undefined]);
  return listed ?? (fetched?.id === id ? fetched : undefined);
}

/** Images of a month that are loaded to find the neighbours of one of them. */
const MAX_SEARCHED = 300;

async function findInList(list: ImageList, image: ImageInfo): Promise<void> {
  let start = 0;
  for (const { month, images } of list.state.get().months) {
    if (image.uploaded_at.startsWith(month)) {
      await list.loadRange(start, start + Math.min(images, MAX_SEARCHED));
      return;
    }
    start += images;
  }
}

/** @returns a function that goes to a neighbour, and waits for it if it has not been loaded */
function useNeighbours(list: ImageList, position: number, onShow: (id: string) => void): (step: -1 | 1) => void {
  const { items, loading } = useStore(list.state);
  const [awaited, setAwaited] = useState<number>();
  useEffect(() => {
    if (position >= 0) void list.need(Math.max(0, position - 2), position + 8);
  }, [list, position, loading]);
  useEffect(() => {
    if (awaited === undefined) return;
    const image = items[awaited];
    if (image !== undefined) {
      setAwaited(undefined);
      onShow(image.id);
    } else void list.need(awaited, awaited + 1);
  }, [awaited, items, loading]);
  return (step) => {
    if (position < 0 || position + step < 0) return;
    const image = items[position + step];
    if (image === undefined) setAwaited(position + step);
    else onShow(image.id);
  };
}

function preloadNeighbours(items: readonly (ImageInfo | undefined)[], position: number): void {
  const width = innerWidth * Math.min(2, devicePixelRatio);
  for (const image of [items[position + 1], items[position - 1]]) {
    if (image === undefined || image.quarantined === true || image.animated) continue;
    const picture = new Image();
    const fit = Math.min(1, innerWidth / image.width, innerHeight / image.height);
    picture.src = pictureSources(image, Math.min(width, image.width * fit * Math.min(2, devicePixelRatio)))[0] ?? '';
  }
}
