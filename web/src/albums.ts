import { useEffect, useState } from 'preact/hooks';
import type { Album, AlbumPage } from '../../src/api/albums.ts';
import { api } from './api/api.ts';
import { useAccount } from './session.ts';

/** The account's newest albums to choose from, up to 100; none for others. Where they do not come, names can be typed. */
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
