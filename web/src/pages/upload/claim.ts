import type { EachItem, EachResult, ImageInfo } from '../../../../src/api/images.ts';
import { api } from '../../api/api.ts';
import { ApiError } from '../../api/api-error.ts';
import { forget, history } from './history.ts';

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
