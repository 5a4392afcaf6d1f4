import type { HttpDeps } from '../deps.ts';
import type { App } from '../routing.ts';

export function errorsPageRoute(_site: App, _deps: HttpDeps): void {}
