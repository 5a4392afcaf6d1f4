import './styles/index.ts';
import { render } from 'preact';
import { App } from './app.tsx';
import { findRoute } from './find-route.ts';
import { startRouter } from './router.ts';
import { loadSession } from './session.ts';
import { applyTheme } from './theme.ts';

applyTheme();
startRouter((path) => findRoute(path) !== undefined);
void loadSession();
// Fetched while it is asked who is signed in.
void findRoute(location.pathname)
  ?.route.load()
  .catch(() => undefined);
render(<App />, document.querySelector('#app') as HTMLElement);
