import { randomBytes } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { StoredBlobs } from '../../src/actions/upload/store-blobs.ts';
import { addGarbage, type NewBlob } from '../../src/catalog/blobs/blobs.ts';
import { findOrCreateAlbum } from '../../src/catalog/images/albums.ts';
import { UNTOUCHED } from '../../src/catalog/images/images.ts';
import type { Db, ImageRow, Tx } from '../../src/catalog/schema.ts';
import { FORMATS } from '../../src/core/formats.ts';
import { newImageId } from '../../src/core/ids.ts';
import { searchForm } from '../../src/core/names.ts';
import type { Draw } from './random.ts';

const ROWS_A_TRANSACTION = 5_000;
const ROWS_A_STATEMENT = 500;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DAYS = 1_000;

const PLACES = ['Lisbon', 'Kyoto', 'Oslo', 'Zürich', 'São Paulo', '東京', 'Αθήνα', 'Marrakesh', 'Reykjavík', 'Home'];
const THINGS = ['cat', 'harbour', 'receipt', 'sunset', 'bridge', 'breakfast', 'screenshot', 'Straße', 'garden', 'dog'];

/** Parameters of a seeded library. */
export interface Library {
  accountId: string;
  images: number;
  albums: number;
  pictures: readonly StoredBlobs[];
  draw: Draw;
  nowMs: number;
  onProgress(images: number): void;
}

/** Writes the rows of a library. Many images refer to each picture, and its blobs have the correct reference counts. */
export async function writeLibrary(db: Db, library: Library): Promise<void> {
  const { accountId, draw, nowMs } = library;
  const albums = await db.transaction().execute(async (tx) => {
    const ids: string[] = [];
    for (let i = 0; i < library.albums; i++) {
      ids.push(await findOrCreateAlbum(tx, accountId, albumName(i), nowMs - (library.albums - i) * HOUR_MS));
    }
    return ids;
  });
  for (let done = 0; done < library.images; ) {
    const count = Math.min(ROWS_A_TRANSACTION, library.images - done);
    await db.transaction().execute(async (tx) => {
      const drawn = Array.from({ length: count }, () => draw.of(library.pictures));
      const keys = await refer(tx, drawn, nowMs);
      const rows = drawn.map((picture) => rowOf(library, albums, picture, keys));
      for (let i = 0; i < rows.length; i += ROWS_A_STATEMENT) {
        await tx
          .insertInto('images')
          .values(rows.slice(i, i + ROWS_A_STATEMENT))
          .execute();
      }
    });
    done += count;
    library.onProgress(done);
  }
}

/** Sets the reference counts of the pictures' blobs. @returns the live key of each blob by its SHA-256 */
async function refer(tx: Tx, pictures: readonly StoredBlobs[], nowMs: number): Promise<Map<string, string>> {
  const counts = new Map<string, { blob: NewBlob; refs: number }>();
  for (const blob of pictures.flatMap(({ original, thumbnail }) =>
    thumbnail === null ? [original] : [original, thumbnail],
  )) {
    const known = counts.get(blob.sha256);
    if (known === undefined) counts.set(blob.sha256, { blob, refs: 1 });
    else known.refs++;
  }
  const keys = new Map<string, string>();
  for (const { blob, refs } of counts.values()) {
    const { key } = await tx
      .insertInto('blobs')
      .values({ key: blob.key, sha256: blob.sha256, size_bytes: blob.sizeBytes, refs })
      .onConflict((conflict) => conflict.column('sha256').doUpdateSet((eb) => ({ refs: eb('blobs.refs', '+', refs) })))
      .returning('key')
      .executeTakeFirstOrThrow();
    if (key !== blob.key) await addGarbage(tx, [blob.key], nowMs);
    keys.set(blob.sha256, key);
  }
  return keys;
}

function rowOf(
  { accountId, draw, nowMs }: Library,
  albums: readonly string[],
  { image, original, thumbnail }: StoredBlobs,
  keys: ReadonlyMap<string, string>,
): Insertable<ImageRow> {
  if (thumbnail === null) throw new Error('the pictures of a library come with thumbnails');
  const filename = fileName(draw, FORMATS[image.format].extension);
  return {
    ...UNTOUCHED,
    id: newImageId(),
    account_id: accountId,
    key_id: null,
    // Album sizes vary widely, and two of five images have no album.
    album_id: albums.length === 0 || draw.next() < 0.4 ? null : draw.of(albums, 3),
    filename,
    search_name: searchForm(filename),
    size_bytes: original.sizeBytes,
    format: image.format,
    width: image.width,
    height: image.height,
    frames: image.frames,
    has_alpha: image.hasAlpha ? 1 : 0,
    metadata_removed: image.removed.join(' '),
    original_key: keys.get(original.sha256) as string,
    thumbnail_key: keys.get(thumbnail.sha256) as string,
    thumbnail_format: image.thumbnail.format,
    thumbnail_width: image.thumbnail.width,
    thumbnail_height: image.thumbnail.height,
    thumbnail_state: 'made',
    // Recent days have more images.
    uploaded_at: nowMs - Math.floor(draw.next() ** 1.5 * DAYS * DAY_MS),
    expires_at: draw.next() < 0.01 ? nowMs + draw.integer(24, 365 * 24) * HOUR_MS : null,
    delete_token_hash: randomBytes(32).toString('hex'),
    uploaded_sha256: image.uploadedSha256,
    perceptual_hash: image.perceptualHash,
    views: Math.floor(1 / (draw.next() + 0.0001)) - 1,
  };
}

function fileName(draw: Draw, extension: string): string {
  const number = draw.integer(1, 9_999);
  if (draw.next() < 0.5) return `IMG_${String(number).padStart(4, '0')}.${extension}`;
  return `${draw.of(PLACES)} ${draw.of(THINGS)} ${number}.${extension}`;
}

function albumName(index: number): string {
  const place = PLACES[index % PLACES.length];
  return index < PLACES.length ? `${place}` : `${place} ${Math.floor(index / PLACES.length) + 1}`;
}
