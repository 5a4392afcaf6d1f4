import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { loadTexts, t } from '../i18n/i18n.ts';
import type { PageProps } from '../router.ts';
import { navigate, useLocation } from '../router.ts';
import { findRoute, type Route } from '../routes.ts';
import { loadSession, useAccount, useSession } from '../session.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { WaitingPage, waitingFor } from './waiting-page.tsx';

interface Loaded {
  route: Route;
  Page: ComponentType<PageProps> | 'failed';
}

let first: Loaded | undefined;

/** Loads the page of the first location, so that the application is rendered with it over the frame from the server. */
export async function loadFirstPage(route: Route): Promise<void> {
  first = await loadPage(route);
}

function loadPage(route: Route): Promise<Loaded> {
  return Promise.all([route.load(), loadTexts(route.texts)]).then(
    ([module]): Loaded => ({ route, Page: module.default }),
    (): Loaded => ({ route, Page: 'failed' }),
  );
}

/**
 * Shows the page of the current location. Loads its code first, and redirects anonymous visitors from pages that need
 * an account.
 */
export function Outlet() {
  const { path, query } = useLocation();
  const session = useSession();
  const account = useAccount();
  const found = findRoute(path);
  const [loaded, setLoaded] = useState(first);
  const [attempt, setAttempt] = useState(0);
  const route = found?.route;
  const mustSignIn = route?.needsAccount === true && session.status === 'anonymous';

  useEffect(() => {
    if (mustSignIn) navigate(`/login?next=${encodeURIComponent(withQuery(path, query))}`, { replace: true });
  }, [mustSignIn, path]);

  // A new `attempt` loads a page again after a failure.
  useEffect(() => {
    let current = true;
    if (route === undefined) return;
    void loadPage(route).then((next) => current && setLoaded(next));
    return () => {
      current = false;
    };
  }, [route, attempt]);
  useFocusOnArrival(path);

  if (route === undefined) return <EmptyState title={t('common-not-found')} isPage />;
  const cause = waitingFor(account, path);
  if (account !== null && cause !== undefined) return <WaitingPage account={account} cause={cause} />;
  const needsAccount = route.needsAccount === true;
  const accountId = session.status === 'signed-in' || session.status === 'ended' ? session.account.id : undefined;
  const isUnreachable = needsAccount && session.status === 'unreachable';
  if (isUnreachable || (loaded?.route === route && loaded.Page === 'failed')) {
    const repeat = () => (isUnreachable ? void loadSession() : setAttempt(attempt + 1));
    return (
      <EmptyState isPage title={t('common-page-failed')} text={t('common-page-failed-hint')}>
        <Button onClick={repeat}>{t('common-try-again')}</Button>
      </EmptyState>
    );
  }
  const waiting = needsAccount && accountId === undefined;
  if (loaded?.route !== route || loaded.Page === 'failed' || waiting) return <Spinner label={t('common-loading')} />;
  const { Page } = loaded;
  // As another account a page of an account begins anew.
  return <Page key={needsAccount ? `${path} ${accountId}` : path} params={found?.params ?? {}} />;
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
