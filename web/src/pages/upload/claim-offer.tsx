import { useState } from 'preact/hooks';
import type { EachItem, EachResult, ImageInfo } from '../../../../src/api/images.ts';
import { api } from '../../api/api.ts';
import { ApiError } from '../../api/api-error.ts';
import { useAccount } from '../../session.ts';
import { useStore } from '../../store.ts';
import { explain } from '../../texts/errors.ts';
import { upload } from '../../texts/upload.ts';
import { Button } from '../../ui/button.tsx';
import { Refusal } from '../../ui/refusal.tsx';
import { toast } from '../../ui/toast.tsx';
import { forget, history } from './history.ts';

const words = upload.claim;

/** After signing in: takes what this browser has uploaded before into the account. */
export function ClaimOffer() {
  const account = useAccount();
  const count = useStore(history).length;
  const [state, setState] = useState<'asked' | 'busy' | 'declined'>('asked');
  const [refusal, setRefusal] = useState<string>();
  if (account === null || count === 0 || state === 'declined') return null;
  const claim = async () => {
    setState('busy');
    setRefusal(undefined);
    try {
      const claimed = await claimRemembered();
      toast(claimed === 0 ? words.none : words.done(claimed));
    } catch (error) {
      setRefusal(explain(error));
    }
    setState('asked');
  };
  return (
    <section class="offer" aria-label={words.title(count)}>
      <div>
        <h2>{words.title(count)}</h2>
        <p>{words.text}</p>
        {refusal !== undefined && <Refusal>{refusal}</Refusal>}
      </div>
      <div class="choices">
        <Button kind="quiet" small onClick={() => setState('declined')}>
          {words.later}
        </Button>
        <Button small busy={state === 'busy'} onClick={() => void claim()}>
          {words.action}
        </Button>
      </div>
    </section>
  );
}

/** As many as one request may name. */
const AT_ONCE = 100;

/**
 * Takes this browser's uploads into the account that is signed in, and forgets them here: those that are gone as well.
 * @returns how many are the account's now
 * @throws ApiError
 */
export async function claimRemembered(): Promise<number> {
  const all = history.get();
  let claimed = 0;
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const images = all.slice(at, at + AT_ONCE).map(({ id, delete_token }) => ({ id, delete_token }));
    const results = await claim(images);
    // What failed on the service's side can be tried again.
    forget(results.filter((one) => one.success || one.status < 500).map(({ id }) => id));
    claimed += results.filter(({ success }) => success).length;
  }
  return claimed;
}

async function claim(images: readonly { id: string; delete_token: string }[]): Promise<EachItem<ImageInfo>[]> {
  try {
    return (await api.post<EachResult<ImageInfo>>('/images/claim', { images })).results;
  } catch (error) {
    // Where none could be taken the answer is a refusal, with the same list in it.
    if (error instanceof ApiError && Array.isArray(error.details.results)) return error.details.results;
    throw error;
  }
}
