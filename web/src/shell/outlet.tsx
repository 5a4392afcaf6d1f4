import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PageProps } from '../router.ts';
import { navigate, useLocation } from '../router.ts';
import { findRoute, type Route } from '../routes.ts';
import { useSession } from '../session.ts';
import { common } from '../texts/common.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Spinner } from '../ui/spinner.tsx';

interface Loaded {
  route: Route;
  Page: ComponentType<PageProps> | 'failed';
}

/**
 * Shows the page of the current location. Loads its code first, and redirects anonymous visitors from pages that need
 * an account.
 */
export function Outlet() {
  const { path, query } = useLocation();
  const session = useSession();
  const found = findRoute(path);
  const [loaded, setLoaded] = useState<Loaded>();
  const [attempt, setAttempt] = useState(0);
  const route = found?.route;
  const mustSignIn = route?.needsAccount === true && session.status === 'anonymous';

  useEffect(() => {
    if (mustSignIn) navigate(`/login?next=${encodeURIComponent(withQuery(path, query))}`, { replace: true });
  }, [mustSignIn, path]);

  // A new `attempt` loads a page again after a failure.
  useEffect(() => {
    let current = true;
    route?.load().then(
      (module) => current && setLoaded({ route, Page: module.default }),
      () => current && setLoaded({ route, Page: 'failed' }),
    );
    return () => {
      current = false;
    };
  }, [route, attempt]);
  useFocusOnArrival(path);

  if (route === undefined) return <EmptyState title={common.notFound} />;
  const waiting = route.needsAccount === true && session.status !== 'signed-in';
  if (loaded?.route !== route || waiting) return <Spinner label={common.loading} />;
  if (loaded.Page === 'failed') {
    return (
      <EmptyState title={common.pageFailed} text={common.pageFailedHint}>
        <Button onClick={() => setAttempt(attempt + 1)}>{common.tryAgain}</Button>
      </EmptyState>
    );
  }
  const { Page } = loaded;
  return <Page key={path} params={found?.params ?? {}} />;
}

/** Moves the focus to the main content after a navigation, for keyboards and screen readers. */
function useFocusOnArrival(path: string): void {
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    scrollTo(0, 0);
    document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
  }, [path]);
}

function withQuery(path: string, query: URLSearchParams): string {
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}
