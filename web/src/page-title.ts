import { useEffect } from 'preact/hooks';
import { common } from './texts/common.ts';

/** Sets the title of the document. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${common.siteName}`;
  }, [title]);
}
