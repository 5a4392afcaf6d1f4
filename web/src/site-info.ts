import { useEffect, useState } from 'preact/hooks';
import type { SiteInfo } from '../../src/api/service.ts';
import { api } from './api/api.ts';

let asked: Promise<SiteInfo> | undefined;

/** The features and limits of this server; undefined until they are loaded. */
export function useSiteInfo(): SiteInfo | undefined {
  const [site, setSite] = useState<SiteInfo>();
  useEffect(() => {
    asked ??= api.get<SiteInfo>('/site');
    asked.then(setSite, () => {
      asked = undefined;
    });
  }, []);
  return site;
}
