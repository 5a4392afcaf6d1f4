import { useEffect, useState } from 'preact/hooks';
import { humanSize } from '../../../../src/core/human-size.ts';
import { upload } from '../../texts/upload.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ProgressBar } from './progress.tsx';
import { cancel, retry } from './queue.ts';
import { isPending, isRetryable, type UploadItem } from './upload-item.ts';

/** A queued, active or failed upload. */
export function UploadRow({ item }: { item: UploadItem }) {
  const preview = usePreview(item.file);
  const { name, file, bytesSent, reason } = item;
  const active = isPending(item);
  return (
    <li class={active ? 'upload-row' : 'upload-row bad'}>
      <div class="upload-thumb">
        <Icon name="image" />
        {preview !== undefined && (
          <img src={preview} alt="" onError={({ currentTarget }) => currentTarget.classList.add('broken')} />
        )}
      </div>
      <div class="upload-what">
        <p class="upload-name">
          <bdi>{name}</bdi>
        </p>
        <p class="upload-state">
          {reason ?? (
            <>
              <span>{humanSize(file.size)}</span> <span>{stateOf(item)}</span>
            </>
          )}
        </p>
        {active && <ProgressBar label={upload.progressOf(name)} share={file.size === 0 ? 0 : bytesSent / file.size} />}
      </div>
      <div class="upload-actions">
        {isRetryable(item) && (
          <Button kind="quiet" small onClick={() => retry(item.id)} aria-label={upload.retryOne(name)}>
            <Icon name="retry" />
          </Button>
        )}
        <button
          type="button"
          class="icon-button"
          aria-label={active ? upload.cancelOne(name) : upload.removeOne(name)}
          onClick={() => cancel(item.id)}
        >
          <Icon name="close" />
        </button>
      </div>
    </li>
  );
}

function stateOf({ status, file, bytesSent }: UploadItem): string {
  if (status === 'processing') return upload.status.processing;
  if (status === 'sending') return upload.status.sending(bytesSent / file.size);
  return upload.status.queued;
}

const MAX_PREVIEW_BYTES = 32 * 2 ** 20;

/** A preview of the local file, unless the file is large enough to slow down the page. */
function usePreview(file: File): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (file.size === 0 || file.size > MAX_PREVIEW_BYTES) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
