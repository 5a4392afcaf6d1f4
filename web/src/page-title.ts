import { useEffect } from 'preact/hooks';
import { common } from './texts/common.ts';

/** Names the page in the title of the window. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${common.siteName}`;
  }, [title]);
}
