import { useEffect } from 'preact/hooks';
import { createStore } from '../store.ts';

/** The name of the album that the current page shows; undefined on other pages. Files dropped there go into it. */
export const openAlbum = createStore<string | undefined>(undefined);

/** Declares the album that a page shows, until the page is left. @param name undefined while it is loading */
export function useOpenAlbum(name: string | undefined): void {
  useEffect(() => {
    openAlbum.set(name);
    return () => openAlbum.set(undefined);
  }, [name]);
}
