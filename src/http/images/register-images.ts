import type { App } from '../routing/app-type.ts';
import { albumRoutes } from './albums.ts';
import type { ImageDeps } from './deps.ts';
import { deletionRoute, imageRoutes, reportRoute } from './image.ts';
import { imageListRoutes } from './images.ts';

/** The endpoints about images and albums. */
export function registerImages(api: App, deps: ImageDeps): void {
  imageRoutes(api, deps);
  deletionRoute(api, deps);
  imageListRoutes(api, deps);
  albumRoutes(api, deps);
  reportRoute(api, deps);
}
