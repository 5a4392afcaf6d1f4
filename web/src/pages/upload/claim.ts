import { api } from '../../api/api.ts';
import { forget, history } from './history.ts';

/** What became of each image, in the order in which they were asked for. */
interface Claims {
  succeeded: number;
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
    const some = all.slice(at, at + AT_ONCE);
    const images = some.map(({ id, delete_token }) => ({ id, delete_token }));
    const { succeeded } = await api.post<Claims>('/images/claim', { images });
    forget(some.map(({ id }) => id));
    claimed += succeeded;
  }
  return claimed;
}
