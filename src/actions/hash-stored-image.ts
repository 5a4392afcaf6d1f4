import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { BlobStore } from '../blobs/port.ts';
import type { ImageRecord } from '../catalog/images.ts';
import { type FormatName, INPUT_FORMATS } from '../core/formats.ts';
import type { Decoder } from '../imaging/port.ts';
import { openWorkspace } from './workspace.ts';

export interface HashDeps {
  blobs: BlobStore;
  decoder: Decoder;
  /** Where temporary files may be put. */
  tempDir: string;
}

/**
 * An image with its perceptual hash, which is computed now where it was not when the image came: at uploads it is wanted
 * only while pictures are blocked. An image whose bytes are lost or do not decode any more has none.
 */
export async function withHash(deps: HashDeps, image: ImageRecord): Promise<ImageRecord> {
  if (image.perceptual_hash !== null) return image;
  return { ...image, perceptual_hash: await hashOf(deps, image).catch(() => null) };
}

async function hashOf(deps: HashDeps, image: ImageRecord): Promise<string | null> {
  const body = await deps.blobs.open(image.original_key);
  if (body === undefined) return null;
  await using workspace = await openWorkspace(deps.tempDir);
  const inputPath = workspace.newPath();
  await pipeline(body, createWriteStream(inputPath));
  const { perceptualHash } = await deps.decoder.prepare({
    inputPath,
    sha256: image.sha256,
    sizeBytes: image.size_bytes,
    format: image.format as FormatName,
    outputDir: await workspace.newDirectory(),
    // It was within its uploader's limits.
    maxPixels: Number.MAX_SAFE_INTEGER,
    keepMetadata: true,
    formats: INPUT_FORMATS,
    wantsHash: true,
  });
  return perceptualHash;
}
