import { useEffect, useState } from 'preact/hooks';
import type { SiteInfo } from '../../src/api/service.ts';
import { api } from './api/api.ts';

let request: Promise<SiteInfo> | undefined;

/** @throws ApiError */
export function loadSite(): Promise<SiteInfo> {
  request ??= api.get<SiteInfo>('/site');
  request.catch(() => {
    request = undefined;
  });
  return request;
}

/** The features and limits of this server; undefined until they are loaded. */
export function useSiteInfo(): SiteInfo | undefined {
  const [site, setSite] = useState<SiteInfo>();
  useEffect(() => {
    loadSite().then(setSite, () => undefined);
  }, []);
  return site;
}
