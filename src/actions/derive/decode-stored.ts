import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { BlobStore } from '../../blobs/port.ts';
import type { ImageRecord } from '../../catalog/images/images.ts';
import { INPUT_FORMATS } from '../../core/formats.ts';
import { type Decoder, type JobOrigin, outputFiles, type ProcessedImage } from '../../imaging/port.ts';
import { openTempFiles, type TempFiles } from '../../lib/temp-files.ts';
import type { StoreDeps } from '../upload/store-blobs.ts';

export interface DeriveDeps extends StoreDeps {
  decoder: Decoder;
  /** Directory of temporary files. */
  tempDir: string;
  /** Nothing is made while fewer bytes are free. */
  minFreeBytes: number;
}

/**
 * Decodes a stored original again and makes its thumbnail.
 * @param wantsHash computes its perceptual hash too
 * @returns undefined where the store does not have the original
 * @throws AppError INVALID_IMAGE, SERVICE_UNAVAILABLE, STORAGE_UNAVAILABLE
 */
export async function decodeStored(
  { blobs, decoder }: { blobs: BlobStore; decoder: Decoder },
  temp: TempFiles,
  image: ImageRecord,
  origin: JobOrigin,
  wantsHash = false,
): Promise<ProcessedImage | undefined> {
  const inputPath = await copyOfOriginal(blobs, temp, image);
  if (inputPath === undefined) return undefined;
  const job = {
    inputPath,
    sha256: image.sha256,
    sizeBytes: image.size_bytes,
    format: image.format,
    outputPath: temp.newPrefix(outputFiles),
    // The upload was within the limit of its plan.
    maxPixels: Number.MAX_SAFE_INTEGER,
    keepMetadata: true,
    formats: INPUT_FORMATS,
    wantsHash,
  };
  return decoder.processWithRetry(job, origin);
}

/** Copies an original to a temporary file. @returns its path; undefined where the store does not have the original */
export async function copyOfOriginal(
  blobs: BlobStore,
  temp: TempFiles,
  { original_key: key }: ImageRecord,
): Promise<string | undefined> {
  const body = await blobs.open(key);
  if (body === undefined) return undefined;
  const path = temp.newPath();
  await pipeline(body, createWriteStream(path));
  return path;
}

export interface HashDeps {
  blobs: BlobStore;
  decoder: Decoder;
  /** Directory of temporary files. */
  tempDir: string;
}

/** A takedown goes before variants: it must not wait for those that visitors request. */
const TAKEDOWN: JobOrigin = { kind: 'upload', caller: 'takedown' };

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
  return (await decodeStored(deps, temp, image, TAKEDOWN, true))?.perceptualHash ?? null;
}
