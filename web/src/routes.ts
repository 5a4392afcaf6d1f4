import type { ComponentType } from 'preact';
import { imagesPath, wantedOf } from './pages/library/wanted.ts';
import type { PagePath } from './paths.ts';

/** What a page is given: the parameters of its path, such as `id` of `/albums/:id`. */
export interface PageProps {
  params: Readonly<Record<string, string>>;
}

/** A module of a page. `default` is the page; its component sets the title with `usePageTitle`. */
interface PageModule {
  default: ComponentType<PageProps>;
}

export interface Route {
  load(): Promise<PageModule>;
  /** Requires a session; other visitors are redirected to sign in and back. */
  needsAccount?: boolean;
  /** What the page asks the API for first. */
  firstPath?(query: URLSearchParams): string;
}

const admin: Route = { load: () => import('./pages/admin/admin-page.tsx'), needsAccount: true };

/** The page of each path, fetched when it is first shown. */
export const ROUTES: Readonly<Record<PagePath, Route>> = {
  '/': { load: () => import('./pages/upload/upload-page.tsx') },
  '/login': { load: () => import('./pages/auth/login-page.tsx') },
  '/register': { load: () => import('./pages/auth/register-page.tsx') },
  '/forgot': { load: () => import('./pages/auth/forgot-page.tsx') },
  '/reset': { load: () => import('./pages/auth/reset-page.tsx') },
  '/library': {
    load: () => import('./pages/library/library-page.tsx'),
    needsAccount: true,
    firstPath: (query) => imagesPath(wantedOf(query)),
  },
  '/albums': { load: () => import('./pages/albums/albums-page.tsx'), needsAccount: true },
  '/albums/:id': { load: () => import('./pages/albums/album-page.tsx'), needsAccount: true },
  '/account': { load: () => import('./pages/account/account-page.tsx'), needsAccount: true },
  '/admin': admin,
  '/admin/:section': admin,
  '/admin/:section/:id': admin,
};
