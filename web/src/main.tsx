import './styles/index.ts';
import { render } from 'preact';
import { prefetch } from './api/prefetch.ts';
import { loadTexts } from './i18n/i18n.ts';
import { applyLanguage } from './i18n/language.ts';
import { startRouter } from './router.ts';
import { findRoute } from './routes.ts';
import { session, wasSignedIn } from './session.ts';
import { App } from './shell/app.tsx';
import { loadFirstPage } from './shell/outlet.tsx';
import { startPreferences } from './shell/preferences.ts';
import { manageServiceWorker } from './shell/service-worker.ts';
import { startSession } from './shell/session-recovery.ts';
import { applyTheme } from './theme.ts';

applyLanguage();
applyTheme();
startRouter((path) => findRoute(path) !== undefined);
startPreferences();
startSession();
// Load the code and the data of the first page while the session loads.
const first = findRoute(location.pathname)?.route;
const texts = loadTexts(['common', 'errors']);
const page = first === undefined ? undefined : loadFirstPage(first);
if (first?.firstPath !== undefined && wasSignedIn()) prefetch(first.firstPath(new URLSearchParams(location.search)));
// Until then, the visitor sees the frame that the server has sent. Without texts there is nothing more to show: the
// browser shows its error and a reload tries again.
await Promise.all([texts, page, first?.needsAccount === true ? sessionKnown() : undefined]);
render(<App />, document.querySelector('#app') as HTMLElement);
if (new URLSearchParams(location.search).has('shared')) {
  void import('./shell/shared-files.ts').then(({ uploadSharedFiles }) => uploadSharedFiles());
}
// Now, so that it takes nothing from the first page. Without it, only its comforts are missing.
void manageServiceWorker().catch(() => undefined);

function sessionKnown(): Promise<void> {
  return new Promise((resolve) => {
    const check = () => session.get().status !== 'unknown' && resolve();
    session.subscribe(check);
    check();
  });
}
