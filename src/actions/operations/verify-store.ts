import { type BlobStore, isBlobKey, keyPrefixAt, newBlobKey } from '../../blobs/port.ts';
import {
  type CorruptBlob,
  clearCorruptBlobs,
  listWrongRefs,
  recountRefs,
  replaceBlob,
  type WrongRefs,
} from '../../catalog/blobs/blob-integrity.ts';
import { isLive, knownKeys, listBlobs, type NewBlob } from '../../catalog/blobs/blobs.ts';
import { removeVariantsStoredAs } from '../../catalog/blobs/variants.ts';
import { findStoredImage, type ImageRecord, listImagesOfBlobs } from '../../catalog/images/images.ts';
import type { Removals } from '../../catalog/images/removals.ts';
import { endUploadsWith } from '../../catalog/operations/resumable-uploads.ts';
import type { Decoder } from '../../imaging/port.ts';
import type { Clock } from '../../lib/clock.ts';
import { openTempFiles } from '../../lib/temp-files.ts';
import { decodeStored } from '../derive/decode-stored.ts';
import { collectGarbage, type GarbageDeps } from './collect-garbage.ts';
import { checkStores, type OwnershipDeps } from './store-ownership.ts';
import { verifyChecksums } from './verify-checksums.ts';

const PAGE = 500;

interface VerifyDeps extends OwnershipDeps {
  clock: Clock;
  blobs: BlobStore;
}

export interface VerifyOptions {
  /** Age from which a blob without a row is an orphan: a younger one may belong to an upload in progress. */
  graceMs: number;
  /** Also reads every blob and compares its checksum. */
  checksums: boolean;
  bytesPerSecond: number;
}

/** Differences between catalog and store. */
export interface Findings {
  /** Why this catalog may not own the blobs; then no blob is an orphan, and nothing may be repaired. */
  ownership: string | null;
  /** Number of live blobs that were checked. */
  checked: number;
  /** Keys of live blobs that the store does not have. */
  missing: string[];
  corrupt: CorruptBlob[];
  /** Ids of images with missing or corrupt blobs. */
  images: string[];
  /** Keys of blobs without a row. */
  orphans: string[];
  /** Live blobs with a wrong reference count. */
  wrongRefs: WrongRefs[];
}

/** Compares catalog and blob store in both directions. Changes nothing. */
export async function verifyStore(deps: VerifyDeps, options: VerifyOptions): Promise<Findings> {
  const ownership = (await checkStores(deps))?.text ?? null;
  const before = keyPrefixAt(deps.clock.now() - options.graceMs);
  const found = await compare(deps, options.graceMs === 0 ? '~' : before);
  if (options.checksums) {
    const bounds = { after: '', maxBytes: Number.POSITIVE_INFINITY, bytesPerSecond: options.bytesPerSecond };
    const { corrupt } = await verifyChecksums(deps, bounds);
    found.corrupt = corrupt.filter(({ fault }) => fault !== 'missing');
  }
  const broken = [...found.missing, ...found.corrupt.map(({ key }) => key)];
  const images: string[] = [];
  for (let i = 0; i < broken.length; i += PAGE)
    images.push(...(await listImagesOfBlobs(deps.db, broken.slice(i, i + PAGE))));
  if (ownership !== null) found.orphans = [];
  return { ownership, ...found, images: [...new Set(images)], wrongRefs: await listWrongRefs(deps.db) };
}

/** Whether catalog and store agree. */
export function isClean({ ownership, missing, corrupt, orphans, wrongRefs }: Findings): boolean {
  return ownership === null && missing.length + corrupt.length + orphans.length + wrongRefs.length === 0;
}

/** Merges the rows and the listing of the store, both in the order of their keys. */
async function compare(deps: VerifyDeps, orphansBefore: string) {
  const missing: string[] = [];
  const corrupt: CorruptBlob[] = [];
  const unknown: string[] = [];
  let checked = 0;
  const rows = liveBlobs(deps)[Symbol.asyncIterator]();
  let row = await rows.next();

  const checkMissing = async (blob: NewBlob) => {
    checked++;
    // The listing may miss concurrent uploads, and a concurrent delete is no loss.
    if ((await deps.blobs.size(blob.key)) !== undefined) return;
    if (await isLive(deps.db, blob.key)) missing.push(blob.key);
  };

  for await (const { key, sizeBytes } of deps.blobs.list()) {
    for (; row.done !== true && row.value.key < key; row = await rows.next()) await checkMissing(row.value);
    if (row.done !== true && row.value.key === key) {
      checked++;
      if (row.value.sizeBytes !== sizeBytes) corrupt.push({ key, fault: 'size' });
      row = await rows.next();
    } else if (key < orphansBefore && isBlobKey(key)) {
      unknown.push(key);
    }
  }
  for (; row.done !== true; row = await rows.next()) await checkMissing(row.value);
  return { checked, missing, corrupt, orphans: await withoutRow(deps, unknown) };
}

async function* liveBlobs({ db }: VerifyDeps): AsyncGenerator<NewBlob, undefined> {
  for (let after = ''; ; ) {
    const page = await listBlobs(db, after, PAGE);
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return undefined;
    after = last.key;
  }
}

/** @returns the keys that are neither live nor garbage */
async function withoutRow({ db }: VerifyDeps, keys: readonly string[]): Promise<string[]> {
  const orphans: string[] = [];
  for (let i = 0; i < keys.length; i += PAGE) {
    const page = keys.slice(i, i + PAGE);
    const known = await knownKeys(db, page);
    orphans.push(...page.filter((key) => !known.has(key)));
  }
  return orphans;
}

export interface RepairDeps extends GarbageDeps {
  removals: Removals;
  decoder: Decoder;
  tempDir: string;
}

/** Results of a repair. */
export interface Repairs {
  orphansRemoved: number;
  refsCorrected: number;
  thumbnailsRemade: number;
  /** Ids of the deleted images, whose originals are lost or corrupt. */
  imagesRemoved: string[];
}

/**
 * Makes catalog and store agree: deletes orphans, recounts references, remakes lost thumbnails from their originals,
 * forgets lost variants (the next request makes them), ends resumable uploads with lost parts, and deletes images without a usable original.
 */
export async function repairStore(deps: RepairDeps, findings: Findings): Promise<Repairs> {
  const repairs: Repairs = { orphansRemoved: 0, refsCorrected: 0, thumbnailsRemade: 0, imagesRemoved: [] };
  const broken = new Set([...findings.missing, ...findings.corrupt.map(({ key }) => key)]);
  const remade = new Set<string>();
  for (const key of broken) {
    await deps.db.transaction().execute((tx) => removeVariantsStoredAs(tx, key, deps.clock.now()));
  }
  await endUploadsWith(deps.db, [...broken], deps.clock.now());
  for (const id of findings.images) {
    const image = await findStoredImage(deps.db, id, deps.clock.now());
    if (image === undefined) continue;
    if (broken.has(image.original_key)) {
      await deps.db.transaction().execute((tx) => deps.removals.removeImage(tx, id, 'repair', deps.clock.now()));
      repairs.imagesRemoved.push(id);
    } else if (broken.has(image.thumbnail_key) && !remade.has(image.thumbnail_key)) {
      await remakeThumbnail(deps, image);
      remade.add(image.thumbnail_key);
      repairs.thumbnailsRemade++;
    }
  }
  for (const { key } of findings.wrongRefs) {
    await deps.db.transaction().execute((tx) => recountRefs(tx, key, deps.clock.now()));
    repairs.refsCorrected++;
  }
  for (const key of findings.orphans) {
    await deps.blobs.delete(key);
    repairs.orphansRemoved++;
  }
  await collectGarbage(deps);
  await clearCorruptBlobs(deps.db);
  return repairs;
}

async function remakeThumbnail(deps: RepairDeps, image: ImageRecord): Promise<void> {
  await using temp = openTempFiles(deps.tempDir);
  const thumbnail = (await decodeStored(deps, temp, image, { kind: 'derived', caller: 'repair' }))?.thumbnail.file;
  if (!thumbnail) throw new Error(`The store lost the original of image ${image.id} during the repair.`);
  const now = deps.clock.now();
  const key = newBlobKey(now);
  await deps.blobs.put(key, thumbnail.path);
  const { sha256, sizeBytes } = thumbnail;
  await deps.db.transaction().execute((tx) => replaceBlob(tx, image.thumbnail_key, { key, sha256, sizeBytes }, now));
}
