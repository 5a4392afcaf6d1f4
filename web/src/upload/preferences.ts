import type { Links } from '../../../src/core/links.ts';
import { LINK_FORMATS } from '../link-formats.ts';
import { createStore, type Store } from '../store.ts';

/** The link format that the user chose last. */
export const linkFormat = createStored<keyof Links>('imgd.link-format', 'direct', (text) => {
  return LINK_FORMATS.find(({ name }) => name === text)?.name;
});

/** Whether the link is copied by itself after a single upload. */
export const copiesAfterUpload = createStored<boolean>('imgd.copy-after-upload', false, (text) => text === 'true');

/** A store that this browser remembers, in all tabs. @param parse undefined for an invalid text */
function createStored<T extends string | boolean>(
  key: string,
  initial: T,
  parse: (text: string) => T | undefined,
): Store<T> {
  const read = (): T => {
    try {
      const text = localStorage.getItem(key);
      return (text === null ? undefined : parse(text)) ?? initial;
    } catch {
      return initial;
    }
  };
  const store = createStore<T>(read());
  addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) store.set(read());
  });
  store.subscribe(() => {
    try {
      if (store.get() !== read()) localStorage.setItem(key, String(store.get()));
    } catch {
      // Without local storage, the choice lasts until the page is closed.
    }
  });
  return store;
}
