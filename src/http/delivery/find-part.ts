import { withThumbnail } from '../../actions/derive/make-thumbnail.ts';
import type { ImageRecord } from '../../catalog/images/images.ts';
import type { HttpDeps } from '../deps.ts';
import { type Part, type Representation, representationOf } from './representation.ts';

/**
 * One of an image's blobs; a thumbnail that was left for later is made now.
 * @throws AppError THUMBNAIL_NOT_FOUND, and as `withThumbnail`
 */
export async function findPart(deps: HttpDeps, image: ImageRecord, part: Part): Promise<Representation> {
  const ready = representationOf(image, part);
  if (ready !== undefined) return ready;
  return representationOf(await withThumbnail(deps, image), part) as Representation;
}
