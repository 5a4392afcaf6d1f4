import { useEffect, useState } from 'preact/hooks';
import type { SiteInfo } from '../../src/api/service.ts';
import { api } from './api/api.ts';

let asked: Promise<SiteInfo> | undefined;

/** What this server offers; undefined until it is known. */
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
