import { ApiError, errorOf, networkError } from '../../api/api-error.ts';
import type { Remembered } from './history.ts';

/**
 * Deletes an image with the credential that its upload gave. One that is gone already is as good.
 * @throws ApiError
 */
export async function deleteByToken({ id, delete_token: token }: Remembered): Promise<void> {
  const response = await fetch(`/api/v1/image/${encodeURIComponent(id)}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  }).catch(() => undefined);
  if (response === undefined) throw networkError();
  if (response.ok || response.status === 404) return;
  const error = errorOf(response.status, await response.json().catch(() => undefined));
  // The token dies with its image.
  if (!(error instanceof ApiError) || error.code !== 'INVALID_API_KEY') throw error;
}
