import './upload-anywhere.css';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { titlePrefix } from '../page-title.ts';
import { navigate, useLocation } from '../router.ts';
import { createStore, useStore } from '../store.ts';
import { Icon } from '../ui/icon.tsx';
import { toast } from '../ui/toast.tsx';
import { useDroppedFiles } from './dropped-files.ts';
import { items } from './items.ts';
import { linkText } from './link-text.ts';
import { openAlbum } from './open-album.ts';
import { isHeld, pause } from './pause.ts';
import { copiesAfterUpload, linkFormat } from './preferences.ts';
import { type Progress, progressOf } from './progress.ts';
import { addFiles } from './queue.ts';
import { isPending, isRefused, type UploadItem } from './upload-item.ts';

const UPLOAD_PAGE = '/';

/** Takes files that are dropped or pasted on any page, and shows the progress of the queue in the title. */
export function UploadAnywhere() {
  const album = useStore(openAlbum);
  const dragged = useDroppedFiles(take);
  useTitleProgress();
  useEffect(followQueue, []);
  if (dragged === undefined) return null;
  return (
    <div class="drop-overlay">
      <p>
        <Icon name="upload" />
        <span>{t('common-drop-now', { count: dragged.count })}</span>
        {album !== undefined && <span class="drop-overlay-album">{t('common-drop-album', { album })}</span>}
      </p>
    </div>
  );
}

/** The progress of the queue, for the header of all pages but the upload page, which shows it at large. */
export function UploadProgress() {
  const { path } = useLocation();
  const progress = progressOf(useStore(items));
  const waits = useStore(pause) !== undefined;
  const held = useStore(isHeld);
  const percent = percentOf(progress);
  if (percent === undefined || path === UPLOAD_PAGE) return null;
  const { done, total } = progress;
  return (
    <a class="upload-progress" href={UPLOAD_PAGE} aria-label={t('common-upload-progress', { percent, done, total })}>
      <Icon name={waits || held ? 'clock' : 'upload'} />
      {t('common-upload-percent', { percent })}
    </a>
  );
}

function take(files: File[]): void {
  const albumName = openAlbum.get();
  addFiles(files, albumName === undefined ? {} : { albumName });
  if (location.pathname === UPLOAD_PAGE) scrollTo({ top: 0 });
  else toast(t('common-upload-started', { count: files.length }), toUploadPage());
}

function toUploadPage() {
  return { action: { label: t('common-upload-show'), run: () => navigate(UPLOAD_PAGE) } };
}

/** The sent part of all files, as a number from 0 to 100; undefined while nothing is uploaded. */
function percentOf({ pending, share }: Progress): number | undefined {
  return pending === 0 ? undefined : Math.floor(share * 100);
}

function useTitleProgress(): void {
  const percent = percentOf(progressOf(useStore(items)));
  useEffect(() => {
    titlePrefix.set(percent === undefined ? '' : `${t('common-upload-percent', { percent })} · `);
  }, [percent]);
}

/** The image whose link was copied by itself. */
export const copiedImage = createStore<string | undefined>(undefined);

/** Copies the link of a single upload, where the user wants it. */
async function copyWhenAlone(last: readonly UploadItem[]): Promise<void> {
  const [only] = last;
  if (last.length !== 1 || only?.image === undefined || !only.alone || !copiesAfterUpload.get()) return;
  try {
    await navigator.clipboard.writeText(linkText(only.image, linkFormat.get()));
    copiedImage.set(only.image.id);
    if (location.pathname !== UPLOAD_PAGE) toast(t('common-link-copied'));
  } catch {
    // The page is not in front, or the browser wants a click. The button is there.
  }
}

/** Tells the end of an upload on other pages than the upload page, which shows the result itself. */
function followQueue(): () => void {
  let wasPending = items.get().some(isPending);
  return items.subscribe(() => {
    const all = items.get();
    const hasFinished = wasPending && !all.some(isPending);
    wasPending = all.some(isPending);
    if (!hasFinished) return;
    const last = all.filter(({ run }) => run === all.at(-1)?.run);
    void copyWhenAlone(last);
    if (location.pathname === UPLOAD_PAGE) return;
    const done = last.filter(({ status }) => status === 'done').length;
    const failed = last.filter(isRefused).length;
    if (done + failed === 0) return;
    const text =
      failed === 0 ? t('common-upload-finished', { count: done }) : t('common-upload-partly', { done, failed });
    toast(text, toUploadPage());
  });
}
