import type { App } from '../routing.ts';

export function assetRoutes(_site: App): void {}
