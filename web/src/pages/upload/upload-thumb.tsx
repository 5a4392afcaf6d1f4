import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../../ui/icon.tsx';
import type { UploadItem } from '../../upload/upload-item.ts';

/** A picture of a file: the local file until the served thumbnail has loaded. */
export function UploadThumb({ item }: { item: UploadItem }) {
  const local = useLocalPicture(item.file);
  const served = useLoadedPicture(item.image?.links.thumbnail);
  const src = served ?? local;
  return (
    <div class="upload-thumb">
      <Icon name="image" />
      {src !== undefined && (
        <img key={src} src={src} alt="" onError={({ currentTarget }) => currentTarget.classList.add('broken')} />
      )}
    </div>
  );
}

const MAX_LOCAL_BYTES = 32 * 2 ** 20;

/** The URL of a local file, unless the file is large enough to slow down the page. */
export function useLocalPicture(file: File): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (file.size === 0 || file.size > MAX_LOCAL_BYTES) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}

const FIRST_RETRY_MS = 2_000;
const MAX_RETRIES = 4;

/**
 * A served picture after it has loaded. Tries again some times, and when the browser is online again: the picture may
 * be asked for while the connection is broken.
 */
export function useLoadedPicture(url: string | undefined): string | undefined {
  const [loaded, setLoaded] = useState<string>();
  useEffect(() => {
    if (url === undefined) return;
    let retries = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const controller = new AbortController();
    const load = () => {
      const probe = new Image();
      probe.onload = () => {
        if (!controller.signal.aborted) setLoaded(url);
        controller.abort();
      };
      probe.onerror = () => {
        if (controller.signal.aborted || retries >= MAX_RETRIES) return;
        retries += 1;
        timer = setTimeout(load, FIRST_RETRY_MS * 2 ** (retries - 1));
      };
      probe.src = url;
    };
    addEventListener('online', load, { signal: controller.signal });
    load();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [url]);
  return loaded;
}
