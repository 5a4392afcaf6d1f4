import { hash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Image } from '../../src/actions/upload/commit-images.ts';
import { createDiskBlobs } from '../../src/blobs/disk.ts';
import { newBlobKey } from '../../src/blobs/port.ts';
import { UNTOUCHED } from '../../src/catalog/images/images.ts';
import { INPUT_FORMATS, type InputFormat } from '../../src/core/formats.ts';
import { hashToken, newImageId, newToken } from '../../src/core/ids.ts';
import { searchTextOf } from '../../src/core/image-texts.ts';
import { cleanFilename } from '../../src/core/names.ts';
import { DEFAULT_PLANS } from '../../src/core/plans.ts';
import type { ProcessedImage, WrittenFile } from '../../src/imaging/port.ts';
import { startDecoders } from './decoders.ts';
import { type AddImage, addHere, addOnThread } from './rows.ts';
import type { Step } from './steps.ts';

/** A received file. Without the step `hash` its SHA-256 and its format are made up. */
export interface Received {
  path: string;
  sizeBytes: number;
  sha256: string;
  format: InputFormat;
}

/** Whose image it is. */
export interface Owner {
  accountId: string;
  keyId: string;
}

/** Processes a received file, stores it and adds its row. @throws Error for a file that is refused */
export type Store = (file: Received, name: string, owner: Owner) => Promise<Image>;

const TEXTS = { title: null, alt: null, description: null, tags: [] };
const ADD_BY_HAND = 'INSERT INTO images VALUES (?, ?, ?, ?, ?, ?, ?)';
const TABLE_BY_HAND =
  'CREATE TABLE images (id TEXT PRIMARY KEY, name TEXT, format TEXT, width INT, height INT, bytes INT, at INT)';

/** @param catalog the path of a catalog of imgd */
export async function openStore(
  directory: string,
  catalog: string,
  { isLazy, steps }: { isLazy: boolean; steps: ReadonlySet<Step> },
): Promise<Store> {
  const blobs = await createDiskBlobs(join(directory, 'floor-blobs'));
  const outputs = join(directory, 'outputs');
  mkdirSync(outputs);
  const decode = await startDecoders(join(directory, 'floor-decoders'), steps.has('sandbox'));
  const add = addTo(catalog, directory, { isLazy, steps });

  async function put({ path, sha256, sizeBytes }: WrittenFile) {
    const key = newBlobKey(Date.now());
    await blobs.put(key, path);
    return { key, sha256, sizeBytes };
  }

  return async (file, name, owner) => {
    const { path: inputPath, sizeBytes, sha256, format } = file;
    const outputPath = join(outputs, newImageId());
    const { maxPixels } = DEFAULT_PLANS.enterprise;
    const job = { inputPath, sizeBytes, sha256, format, outputPath, maxPixels, isLazy, formats: INPUT_FORMATS };
    const made = await decode({ job: { ...job, keepMetadata: false }, scans: steps.has('scan') });
    const { file: small } = made.thumbnail;
    const [original, thumbnail] = await Promise.all([put(made.original), small && put(small)]);
    const deleteToken = newToken('delete-token');
    const image = rowOf(made, cleanFilename(name, 'jpg'), deleteToken, owner);
    const shaOf = (key: string, sha: string) => (steps.has('hash') ? sha : hash('sha256', key));
    await add({
      image: { ...image, uploaded_sha256: shaOf(original.key, sha256) },
      original: { ...original, sha256: shaOf(original.key, original.sha256) },
      thumbnail,
    });
    return { ...image, album: null, deleteToken, sourceFormat: format };
  };
}

function rowOf(made: ProcessedImage, filename: string, deleteToken: string, { accountId, keyId }: Owner) {
  const { original, thumbnail } = made;
  return {
    ...UNTOUCHED,
    id: newImageId(),
    account_id: accountId,
    key_id: keyId,
    filename,
    search_name: searchTextOf(filename, TEXTS),
    size_bytes: original.sizeBytes,
    format: made.format,
    width: made.width,
    height: made.height,
    frames: made.frames,
    has_alpha: made.hasAlpha ? 1 : 0,
    metadata_removed: made.removed.join(' '),
    original_key: '',
    thumbnail_key: '',
    thumbnail_format: thumbnail.format,
    thumbnail_width: thumbnail.width,
    thumbnail_height: thumbnail.height,
    thumbnail_state: thumbnail.file === null ? ('pending' as const) : ('made' as const),
    uploaded_at: Date.now(),
    delete_token_hash: hashToken(deleteToken),
  };
}

/** The row of imgd; before the step `rows` that by hand, or none beside the bare Fastify. */
function addTo(
  catalog: string,
  directory: string,
  { isLazy, steps }: { isLazy: boolean; steps: ReadonlySet<Step> },
): AddImage {
  if (steps.has('thread')) return addOnThread(catalog);
  if (steps.has('rows')) return addHere(catalog);
  if (isLazy) return async () => {};
  const db = new DatabaseSync(join(directory, 'by-hand.sqlite'));
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; ${TABLE_BY_HAND}`);
  const insert = db.prepare(ADD_BY_HAND);
  return async ({ image: { id, filename, format, width, height, size_bytes: bytes, uploaded_at: at } }) =>
    void insert.run(id, filename, format, width, height, bytes, at);
}
