import './styles/index.ts';
import { render } from 'preact';
import { askEarly } from './api/early.ts';
import { App } from './app.tsx';
import { findRoute } from './find-route.ts';
import { startRouter } from './router.ts';
import { loadSession, wasSignedIn } from './session.ts';
import { applyTheme } from './theme.ts';

applyTheme();
startRouter((path) => findRoute(path) !== undefined);
void loadSession();
// Load the code and the data of the first page while the session loads.
const first = findRoute(location.pathname)?.route;
void first?.load().catch(() => undefined);
if (first?.firstPath !== undefined && wasSignedIn()) askEarly(first.firstPath(new URLSearchParams(location.search)));
render(<App />, document.querySelector('#app') as HTMLElement);
