import { sharp } from './libvips.ts';
import { HASHED_SIDE, perceptualHash } from './perceptual-hash.ts';

/**
 * The perceptual hash of a picture's first frame, whatever its sides; what is transparent counts as white.
 * @param path of a picture that has been decoded before
 * @returns 16 hex digits, or null where there is too little to go by
 */
export async function hashPicture(path: string): Promise<string | null> {
  const grey = await sharp(path)
    .flatten({ background: '#fff' })
    .resize(HASHED_SIDE, HASHED_SIDE, { fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer();
  return perceptualHash(grey);
}
