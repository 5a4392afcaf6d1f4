import { useEffect, useState } from 'preact/hooks';
import type { SiteInfo } from '../../src/api/service.ts';
import { api } from './api/api.ts';

let request: Promise<SiteInfo> | undefined;

/** The features and limits of this server; undefined until they are loaded. */
export function useSiteInfo(): SiteInfo | undefined {
  const [site, setSite] = useState<SiteInfo>();
  useEffect(() => {
    request ??= api.get<SiteInfo>('/site');
    request.then(setSite, () => {
      request = undefined;
    });
  }, []);
  return site;
}
