import type { HttpDeps } from '../deps.ts';
import type { App } from '../routing.ts';

export function viewPageRoute(_site: App, _deps: HttpDeps): void {}
