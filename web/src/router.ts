import { createStore, useStore } from './store.ts';

/** Path and query of the current page. */
export interface PageLocation {
  path: string;
  query: URLSearchParams;
}

/** Props of every page. `params` holds the path parameters, such as `id` of `/albums/:id`. */
export interface PageProps {
  params: Readonly<Record<string, string>>;
}

const current = createStore<PageLocation>(readLocation());

/** The current location. The component renders again when it changes. */
export function useLocation(): PageLocation {
  return useStore(current);
}

/** Calls a listener after each navigation, also by the history. @returns a function that unsubscribes */
export function onNavigate(listener: (to: PageLocation) => void): () => void {
  return current.subscribe(() => listener(current.get()));
}

/** Goes to a page of this site without reloading. `replace` replaces the current history entry. */
export function navigate(to: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  current.set(readLocation());
}

/** Handles history events and ordinary clicks on links to pages of this application. */
export function startRouter(isPage: (path: string) => boolean): void {
  addEventListener('popstate', () => current.set(readLocation()));
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element).closest('a');
    if (link === null || link.target !== '' || link.hasAttribute('download')) return;
    if (link.origin !== location.origin || !isPage(link.pathname) || isWithinPage(link)) return;
    event.preventDefault();
    navigate(link.pathname + link.search + link.hash);
  });
}

/**
 * Matches a path against a pattern such as `/albums/:id`.
 * @returns the decoded parameters; undefined if the path does not match
 */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const expected = pattern.split('/');
  const segments = path.split('/');
  if (expected.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of expected.entries()) {
    const segment = segments[index] ?? '';
    if (!part.startsWith(':')) {
      if (part !== segment) return undefined;
    } else if (segment === '') return undefined;
    else params[part.slice(1)] = decode(segment);
  }
  return params;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function isWithinPage(link: HTMLAnchorElement): boolean {
  return link.hash !== '' && link.pathname === location.pathname && link.search === location.search;
}

function readLocation(): PageLocation {
  return { path: location.pathname, query: new URLSearchParams(location.search) };
}
