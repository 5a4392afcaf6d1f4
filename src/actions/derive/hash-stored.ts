import type { BlobStore } from '../../blobs/port.ts';
import type { ImageRecord } from '../../catalog/images/images.ts';
import type { Decoder } from '../../imaging/port.ts';
import { openTempFiles } from '../../lib/temp-files.ts';
import { decodeStored } from './decode-stored.ts';

export interface HashDeps {
  blobs: BlobStore;
  decoder: Decoder;
  /** Directory of temporary files. */
  tempDir: string;
}

/**
 * Adds the perceptual hash to an image; uploads compute it only while perceptual hashes are blocked. It stays null where
 * the original is lost or does not decode.
 */
export async function hashStored(deps: HashDeps, image: ImageRecord): Promise<ImageRecord> {
  if (image.perceptual_hash !== null) return image;
  return { ...image, perceptual_hash: await hashOf(deps, image).catch(() => null) };
}

async function hashOf(deps: HashDeps, image: ImageRecord): Promise<string | null> {
  await using temp = openTempFiles(deps.tempDir);
  return (await decodeStored(deps, temp, image, true))?.perceptualHash ?? null;
}
