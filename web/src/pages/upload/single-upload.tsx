import { useState } from 'preact/hooks';
import type { UploadResult } from '../../../../src/api/images.ts';
import { copyText } from '../../clipboard.ts';
import { formatSize } from '../../i18n/format.ts';
import { t } from '../../i18n/i18n.ts';
import { useStore } from '../../store.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.tsx';
import { linkText } from '../../upload/link-text.ts';
import { linkFormat } from '../../upload/preferences.ts';
import { cancel, clearFinished } from '../../upload/queue.ts';
import { copiedImage } from '../../upload/upload-anywhere.tsx';
import type { UploadItem } from '../../upload/upload-item.ts';
import { AllLinks } from './all-links.tsx';
import { ImageFacts, whatWasDone } from './image-facts.tsx';
import { LinkFormatChoice } from './link-format-choice.tsx';
import { PauseNote } from './pause-note.tsx';
import { ProgressBar, ProgressFigures } from './progress.tsx';
import { stateOf } from './upload-row.tsx';
import { useLoadedPicture, useLocalPicture } from './upload-thumb.tsx';

/** The only file of the list: a large preview, then its link. */
export function SingleUpload({ item }: { item: UploadItem }) {
  const { image, name } = item;
  return (
    <section class="single-upload" aria-label={t('upload-queue')}>
      <Preview item={item} />
      <div class="single-body">
        <header class="single-head">
          <div>
            <p class="overall" role="status">
              {image === undefined ? stateOf(item) : t('upload-done')}
            </p>
            <p class="single-name">
              <bdi>{image?.filename ?? name}</bdi>
            </p>
          </div>
          <button
            type="button"
            class="icon-button"
            aria-label={image === undefined ? t('upload-cancel-one', { name }) : t('upload-remove-one', { name })}
            onClick={() => (image === undefined ? cancel(item.id) : clearFinished())}
          >
            <Icon name="close" />
          </button>
        </header>
        {image === undefined ? <Sending item={item} /> : <Result image={image} />}
      </div>
    </section>
  );
}

function Preview({ item: { file, image } }: { item: UploadItem }) {
  const [isBroken, setBroken] = useState(false);
  const local = useLocalPicture(file);
  // The browser may not know the format of the local file, which the server has converted.
  const served = useLoadedPicture(isBroken || local === undefined ? image?.links.direct : undefined);
  const src = served ?? (isBroken ? undefined : local);
  const picture = src === undefined ? <Icon name="image" /> : <img src={src} alt="" onError={() => setBroken(true)} />;
  if (image === undefined) return <div class="single-preview">{picture}</div>;
  return (
    <a
      class="single-preview"
      href={image.links.view_page}
      target="_blank"
      rel="noopener"
      aria-label={t('upload-open-image', { name: image.filename })}
    >
      {picture}
    </a>
  );
}

function Sending({ item }: { item: UploadItem }) {
  const { file, name, bytesSent } = item;
  return (
    <>
      <p class="upload-state">
        <span>{formatSize(file.size)}</span>
        <ProgressFigures items={[item]} />
      </p>
      <ProgressBar label={t('upload-progress-of', { name })} share={file.size === 0 ? 0 : bytesSent / file.size} />
      <PauseNote />
    </>
  );
}

const COPIED_MS = 2_500;

function Result({ image }: { image: UploadResult }) {
  const format = useStore(linkFormat);
  const wasCopied = useStore(copiedImage) === image.id;
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    if (!(await copyText(linkText(image, format)))) return toast(t('common-copy-failed'));
    setCopied(true);
    setTimeout(() => setCopied(false), COPIED_MS);
  };
  const shows = isCopied || wasCopied;
  const { filename: title, links } = image;
  return (
    <>
      <p class="upload-state">
        <ImageFacts image={image} />
      </p>
      <ul class="done-facts">
        {whatWasDone(image).map((text) => (
          <li key={text}>
            <Icon name="check" />
            {text}
          </li>
        ))}
      </ul>
      <Button class="copy-link" onClick={() => void copy()}>
        <Icon name={shows ? 'check' : 'copy'} />
        {shows ? t('common-link-copied') : t('upload-copy-link')}
      </Button>
      <span class="visually-hidden" role="status">
        {shows && t('common-link-copied')}
      </span>
      <div class="single-actions">
        {'share' in navigator && (
          <Button
            kind="quiet"
            onClick={() => void navigator.share({ title, url: links.view_page }).catch(() => undefined)}
          >
            <Icon name="share" />
            {t('upload-share')}
          </Button>
        )}
        <a class="button quiet" href={links.view_page} target="_blank" rel="noopener">
          <Icon name="open" />
          {t('upload-open')}
        </a>
        <LinkFormatChoice />
      </div>
      <details class="upload-links">
        <summary>{t('upload-all-links')}</summary>
        <AllLinks image={image} />
      </details>
    </>
  );
}
