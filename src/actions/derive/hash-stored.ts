import type { ImageRecord } from '../../catalog/images/images.ts';
import { openTempFiles } from '../../lib/temp-files.ts';
import { prepareStored, type StoredDeps } from './decode-stored.ts';

export type HashDeps = StoredDeps;

/**
 * An image with its perceptual hash, which is computed now where it was not when the image came: at uploads it is wanted
 * only while pictures are blocked. An image whose bytes are lost or do not decode any more has none.
 */
export async function withHash(deps: HashDeps, image: ImageRecord): Promise<ImageRecord> {
  if (image.perceptual_hash !== null) return image;
  return { ...image, perceptual_hash: await hashOf(deps, image).catch(() => null) };
}

async function hashOf(deps: HashDeps, image: ImageRecord): Promise<string | null> {
  await using temp = openTempFiles(deps.tempDir);
  return (await prepareStored(deps, temp, image, true))?.perceptualHash ?? null;
}
