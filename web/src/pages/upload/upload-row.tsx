import { useId, useState } from 'preact/hooks';
import type { UploadResult } from '../../../../src/api/images.ts';
import type { Links } from '../../../../src/core/links.ts';
import { formatSize } from '../../i18n/format.ts';
import { t } from '../../i18n/i18n.ts';
import { LINK_FORMATS } from '../../link-formats.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { linkText } from '../../upload/link-text.ts';
import { cancel, retry } from '../../upload/queue.ts';
import { isPending, isRefused, isRetryable, type UploadItem } from '../../upload/upload-item.ts';
import { AllLinks } from './all-links.tsx';
import { ImageFacts, whatWasDone } from './image-facts.tsx';
import { ProgressBar } from './progress.tsx';
import { reasonOf } from './reason.ts';
import { UploadThumb } from './upload-thumb.tsx';

interface UploadRowProps {
  item: UploadItem;
  /** The link format of the copy button. */
  format: keyof Links;
}

/** A file of the list: its state while it is uploaded, then its link. */
export function UploadRow({ item, format }: UploadRowProps) {
  const [isOpen, setOpen] = useState(false);
  const panelId = useId();
  const { name, file, bytesSent, image } = item;
  const isActive = isPending(item);
  return (
    <li class={`upload-row${isRefused(item) ? ' bad' : ''}${image === undefined ? '' : ' done'}`}>
      <div class="upload-line">
        <UploadThumb item={item} />
        <div class="upload-what">
          <p class="upload-name">
            {image === undefined ? (
              <bdi>{name}</bdi>
            ) : (
              <a href={image.links.view_page} target="_blank" rel="noopener">
                <bdi>{image.filename}</bdi>
              </a>
            )}
          </p>
          <p class="upload-state">
            <State item={item} />
          </p>
        </div>
        <div class="upload-actions">
          {image !== undefined && (
            <LinkActions
              image={image}
              format={format}
              isOpen={isOpen}
              panelId={panelId}
              onToggle={() => setOpen(!isOpen)}
            />
          )}
          {isRetryable(item) && (
            <Button kind="quiet" small onClick={() => retry(item.id)} aria-label={t('upload-retry-one', { name })}>
              <Icon name="retry" />
            </Button>
          )}
          <button
            type="button"
            class="icon-button"
            aria-label={isActive ? t('upload-cancel-one', { name }) : t('upload-remove-one', { name })}
            onClick={() => cancel(item.id)}
          >
            <Icon name="close" />
          </button>
        </div>
        {isActive && (
          <ProgressBar label={t('upload-progress-of', { name })} share={file.size === 0 ? 0 : bytesSent / file.size} />
        )}
      </div>
      {isOpen && image !== undefined && <AllLinks image={image} id={panelId} />}
    </li>
  );
}

interface LinkActionsProps {
  image: UploadResult;
  format: keyof Links;
  isOpen: boolean;
  panelId: string;
  onToggle(): void;
}

function LinkActions({ image, format, isOpen, panelId, onToggle }: LinkActionsProps) {
  const label = LINK_FORMATS.find(({ name }) => name === format)?.label ?? '';
  return (
    <>
      <button
        type="button"
        class="all-links-toggle"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={onToggle}
      >
        <Icon name="link" />
        <span class="all-links-word">{t('upload-all-links')}</span>
        <span class="visually-hidden"> {image.filename}</span>
      </button>
      <CopyButton what={`${label} ${image.filename}`} text={linkText(image, format)} />
    </>
  );
}

function State({ item }: { item: UploadItem }) {
  const { image, file } = item;
  if (isRefused(item)) return <>{reasonOf(item)}</>;
  if (image === undefined) {
    return (
      <>
        <span>{formatSize(file.size)}</span> <span>{stateOf(item)}</span>
      </>
    );
  }
  return (
    <>
      <ImageFacts image={image} />
      {whatWasDone(image).map((text) => (
        <span key={text} class="done-fact">
          {text}
        </span>
      ))}
    </>
  );
}

/** The state of a file that is not uploaded yet, in words. */
export function stateOf({ status, file, bytesSent }: UploadItem): string {
  if (status === 'processing') return t('upload-status-processing');
  if (status === 'sending') return t('upload-status-sending', { percent: Math.floor((bytesSent / file.size) * 100) });
  return t('upload-status-queued');
}
