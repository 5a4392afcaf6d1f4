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
render(<App />, document.querySelector('#app') as HTMLElement);
