import type { IssuedKey, KeyInfo } from '../../../../../src/api/keys.ts';
import { api } from '../../../api/api.ts';
import { announce } from '../../../changes.ts';

const SCOPES = ['images:write'];

/** The newest key that was made for a program by `newClientKey`, by its name and scope. */
export async function findClientKey(name: string): Promise<KeyInfo | undefined> {
  const { keys } = await api.get<{ keys: KeyInfo[] }>('/keys');
  return keys.findLast((key) => key.name === name && key.scopes.join() === SCOPES.join());
}

/**
 * Creates a key that only uploads.
 * @param replaced a key of the same program, which stops working
 * @returns the secret
 * @throws ApiError
 */
export async function newClientKey(name: string, replaced?: KeyInfo): Promise<string> {
  const { key } =
    replaced === undefined
      ? await api.post<IssuedKey>('/keys', { name, scopes: SCOPES })
      : await api.post<IssuedKey>(`/keys/${encodeURIComponent(replaced.id)}/rotate`, {});
  announce('keys');
  return key;
}
