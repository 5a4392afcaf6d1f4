import { t } from '../i18n/i18n.ts';
import { navigate } from '../router.ts';
import { toast } from '../ui/toast.tsx';
import { addFiles } from '../upload/queue.ts';

/** The service worker keeps shared files here; `src/http/assets/worker.js` has the same name. */
const SHARED = 'shared-files';
const MAX_AGE_MS = 24 * 3_600_000;

/** Uploads the files that another application has shared: its request has led to `/?shared=1`. */
export async function uploadSharedFiles(): Promise<void> {
  const hasFailed = new URLSearchParams(location.search).get('shared') === 'failed';
  // A reload must not begin again.
  navigate('/', { replace: true });
  const files = await takeSharedFiles();
  if (files.length > 0) addFiles(files);
  else if (hasFailed) toast(t('common-shared-failed'));
}

/**
 * Takes the files that another application has shared with this one. A second call returns none of them.
 * @returns in the order in which they were shared; none where the browser has no cache storage
 */
async function takeSharedFiles(): Promise<File[]> {
  if (!('caches' in globalThis) || !(await caches.has(SHARED))) return [];
  const cache = await caches.open(SHARED);
  const files: File[] = [];
  for (const request of await cache.keys()) {
    const { pathname, searchParams } = new URL(request.url);
    const response = await cache.match(request);
    await cache.delete(request);
    const sharedAt = Number(pathname.split('/')[2]);
    if (response === undefined || !(Date.now() - sharedAt < MAX_AGE_MS)) continue;
    const type = response.headers.get('content-type') ?? '';
    files.push(new File([await response.blob()], searchParams.get('name') ?? '', { type }));
  }
  return files;
}
