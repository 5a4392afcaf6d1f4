import type { Static } from 'typebox';
import type { ImageChange } from '../../actions/images/change-image.ts';
import type { ImageBodies } from '../../api/images.ts';
import { parseAlbumName } from '../../core/names.ts';
import { parseExpiryHours } from '../../core/time.ts';
import type { HttpDeps } from '../deps.ts';

/** What a JSON body says of images. @throws AppError INVALID_ALBUM, INVALID_EXPIRY */
export function imageChange(
  deps: Pick<HttpDeps, 'maxAlbumLength' | 'maxExpiryHours'>,
  { album, filename, expiry }: Static<typeof ImageBodies.changeImage>,
): ImageChange {
  return {
    album: album === undefined ? undefined : parseAlbumName(album ?? '', deps.maxAlbumLength),
    filename,
    expiryHours: expiry === undefined ? undefined : parseExpiryHours(String(expiry), deps.maxExpiryHours),
  };
}
