import { useEffect } from 'preact/hooks';
import { t } from './i18n/i18n.ts';
import { createStore, useStore } from './store.ts';

/** Shown before the title of every page, for example the progress of an upload. */
export const titlePrefix = createStore('');

/** Sets the title of the document. */
export function usePageTitle(title: string): void {
  const prefix = useStore(titlePrefix);
  useEffect(() => {
    document.title = `${prefix}${title} · ${t('common-site-name')}`;
  }, [title, prefix]);
}
