import { useState } from 'preact/hooks';
import type { EachItem, EachResult, ImageInfo } from '../../../../src/api/images.ts';
import { api } from '../../api/api.ts';
import { ApiError } from '../../api/api-error.ts';
import { explain } from '../../error-message.ts';
import { t } from '../../i18n/i18n.ts';
import { useAccount } from '../../session.ts';
import { useStore } from '../../store.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { toast } from '../../ui/toast.tsx';
import { history, removeFromHistory } from '../../upload/history.ts';

/** After sign-in, offers to add this browser's anonymous uploads to the account. */
export function ClaimOffer() {
  const account = useAccount();
  const count = useStore(history).length;
  const [state, setState] = useState<'idle' | 'busy' | 'declined'>('idle');
  const [errorMessage, setErrorMessage] = useState<string>();
  if (account === null || count === 0 || state === 'declined') return null;
  const claim = async () => {
    setState('busy');
    setErrorMessage(undefined);
    try {
      const claimed = await claimHistory();
      toast(claimed === 0 ? t('upload-claim-none') : t('upload-claim-done', { count: claimed }));
    } catch (error) {
      setErrorMessage(explain(error));
    }
    setState('idle');
  };
  return (
    <section class="offer" aria-label={t('upload-claim-title', { count })}>
      <div>
        <h2>{t('upload-claim-title', { count })}</h2>
        <p>{t('upload-claim-text')}</p>
        {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
      </div>
      <div class="choices">
        <Button kind="quiet" small onClick={() => setState('declined')}>
          {t('upload-claim-later')}
        </Button>
        <Button small busy={state === 'busy'} onClick={() => void claim()}>
          {t('upload-claim-action')}
        </Button>
      </div>
    </section>
  );
}

/** Maximum number of images in one request. */
const BATCH_SIZE = 100;

/**
 * Adds this browser's anonymous uploads to the signed-in account and removes them from the local history. Deleted
 * images leave the history as well.
 * @returns the number of claimed images
 * @throws ApiError
 */
export async function claimHistory(): Promise<number> {
  const all = history.get();
  let claimed = 0;
  for (let at = 0; at < all.length; at += BATCH_SIZE) {
    const images = all.slice(at, at + BATCH_SIZE).map(({ id, delete_token }) => ({ id, delete_token }));
    const results = await claim(images);
    // Keep images that failed with a server error, so that the user can try again.
    removeFromHistory(results.filter((one) => one.success || one.status < 500).map(({ id }) => id));
    claimed += results.filter(({ success }) => success).length;
  }
  return claimed;
}

async function claim(images: readonly { id: string; delete_token: string }[]): Promise<EachItem<ImageInfo>[]> {
  try {
    return (await api.post<EachResult<ImageInfo>>('/images/claim', { images })).results;
  } catch (error) {
    // When every image fails, the API responds with an error that lists the results.
    if (error instanceof ApiError && Array.isArray(error.details.results)) return error.details.results;
    throw error;
  }
}
