import './styles/index.ts';
import { render } from 'preact';
import { prefetch } from './api/prefetch.ts';
import { App } from './app.tsx';
import { startRouter } from './router.ts';
import { findRoute } from './routes.ts';
import { loadSession, wasSignedIn } from './session.ts';
import { applyTheme } from './theme.ts';

applyTheme();
startRouter((path) => findRoute(path) !== undefined);
void loadSession();
// Load the code and the data of the first page while the session loads.
const first = findRoute(location.pathname)?.route;
void first?.load().catch(() => undefined);
if (first?.firstPath !== undefined && wasSignedIn()) prefetch(first.firstPath(new URLSearchParams(location.search)));
render(<App />, document.querySelector('#app') as HTMLElement);
