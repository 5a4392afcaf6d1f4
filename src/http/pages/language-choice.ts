import { LANGUAGE_COOKIE } from '../../core/languages.ts';
import { isNavigation } from '../protocol/navigation.ts';
import type { App } from '../routing/app-type.ts';
import type { PageTexts } from './texts.ts';

const COOKIE_SECONDS = 365 * 86_400;
/** Two slashes would lead to another host. */
const OWN_PATH = /^\/(?!\/)[\w./~-]*$/;

/**
 * Handles `?lang=<code>` on every address that a person opens: the answer stores the choice in a cookie and leads to the
 * address without the parameter. It works without JavaScript, and copies of pages at caches stay as they are.
 */
export function registerLanguageChoice(
  app: App,
  { pageTexts, baseUrl }: { pageTexts: PageTexts; readonly baseUrl: string },
): void {
  const codes = new Set(pageTexts.languages.map(({ code }) => code));
  if (codes.size < 2) return;
  const secure = baseUrl.startsWith('https:') ? '; Secure' : '';
  app.addHook('onRequest', async (request, reply) => {
    const { method, url } = request;
    const at = url.indexOf('?');
    if (at < 0 || method !== 'GET' || !url.includes('lang=', at) || !isNavigation(request)) return;
    const path = url.slice(0, at);
    const query = new URLSearchParams(url.slice(at));
    const code = query.get('lang') ?? '';
    if (!codes.has(code) || path.startsWith('/api/') || !OWN_PATH.test(path)) return;
    query.delete('lang');
    reply.headers({
      'set-cookie': `${LANGUAGE_COOKIE}=${code}; Path=/; Max-Age=${COOKIE_SECONDS}; SameSite=Lax${secure}`,
      'cache-control': 'no-store',
    });
    return reply.redirect(query.size === 0 ? path : `${path}?${query}`, 303);
  });
}
