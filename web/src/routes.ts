import type { ComponentType } from 'preact';
import type { TextArea } from './i18n/i18n.ts';
import { filterFromQuery, imagesPath } from './pages/library/image-filter.ts';
import { PATHS, type PagePath } from './paths.ts';
import { matchPath, type PageProps } from './router.ts';

/** The module of a page. The default export is the page component; it sets the title with `usePageTitle`. */
interface PageModule {
  default: ComponentType<PageProps>;
}

export interface Route {
  load(): Promise<PageModule>;
  /** The files of its texts, besides `common` and `errors`. */
  texts: readonly TextArea[];
  /** Requires a session; other visitors are redirected to sign in and back. */
  needsAccount?: boolean;
  /** The first API request of the page, for prefetching. */
  firstPath?(query: URLSearchParams): string;
}

const admin: Route = {
  load: () => import('./pages/admin/admin-page.tsx'),
  texts: ['admin', 'webhooks'],
  needsAccount: true,
};

/** The route of each path. The code of a page loads when the page is first shown. */
const ROUTES: Readonly<Record<PagePath, Route>> = {
  '/': { load: () => import('./pages/upload/upload-page.tsx'), texts: ['upload'] },
  '/login': { load: () => import('./pages/auth/login-page.tsx'), texts: ['auth', 'two-step'] },
  '/register': { load: () => import('./pages/auth/register-page.tsx'), texts: ['auth'] },
  '/forgot': { load: () => import('./pages/auth/forgot-page.tsx'), texts: ['auth'] },
  '/reset': { load: () => import('./pages/auth/reset-page.tsx'), texts: ['auth'] },
  '/verify': { load: () => import('./pages/auth/verify-page.tsx'), texts: ['auth'] },
  '/library': {
    load: () => import('./pages/library/library-page.tsx'),
    texts: ['library', 'upload'],
    needsAccount: true,
    firstPath: (query) => imagesPath(filterFromQuery(query)),
  },
  '/albums': { load: () => import('./pages/albums/albums-page.tsx'), texts: ['albums'], needsAccount: true },
  '/albums/:id': {
    load: () => import('./pages/albums/album-page.tsx'),
    texts: ['albums', 'library', 'upload'],
    needsAccount: true,
  },
  '/trash': { load: () => import('./pages/trash/trash-page.tsx'), texts: ['trash', 'library'], needsAccount: true },
  '/account': {
    load: () => import('./pages/account/account-page.tsx'),
    texts: ['account', 'auth', 'two-step', 'upload', 'webhooks'],
    needsAccount: true,
  },
  '/admin': admin,
  '/admin/:section': admin,
  '/admin/:section/:id': admin,
};

/** The route of a path and its parameters; undefined if the application has no such page. */
export function findRoute(path: string): { route: Route; params: Record<string, string> } | undefined {
  for (const pattern of PATHS) {
    const params = matchPath(pattern, path);
    if (params !== undefined) return { route: ROUTES[pattern], params };
  }
  return undefined;
}
