import { useEffect, useState } from 'preact/hooks';
import type { Album, AlbumPage } from '../../src/api/albums.ts';
import { api } from './api/api.ts';
import { useAccount } from './session.ts';

/**
 * The newest albums of the signed-in account, at most 100. Empty for visitors and after an error; an album name can
 * still be typed.
 */
export function useAlbums(): readonly Album[] {
  const accountId = useAccount()?.id;
  const [found, setFound] = useState<readonly Album[]>([]);
  useEffect(() => {
    setFound([]);
    if (accountId === undefined) return;
    let current = true;
    api.get<AlbumPage>('/albums', { limit: 100 }).then(
      ({ albums }) => current && setFound(albums),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [accountId]);
  return found;
}
