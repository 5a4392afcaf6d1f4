import type { HttpDeps } from '../deps.ts';
import type { App } from '../routing.ts';

export function landingRoute(_site: App, _deps: HttpDeps): void {}
