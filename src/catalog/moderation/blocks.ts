import type { Position } from '../../core/cursor.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { bandsOf, hammingDistance } from '../../core/perceptual-hash.ts';
import { prepareQuery } from '../engine/prepared-query.ts';
import type { Db, Tx } from '../schema.ts';
import type { BlockRow } from './rows.ts';

/** A block with the email address of its creator. */
export type BlockRecord = BlockRow & { creator_email: string | null };

/** The hashes by which an image is recognized. */
export interface Fingerprints {
  /** Hex SHA-256 of the uploaded file and of the stored file. */
  uploadedSha256: string;
  storedSha256: string;
  perceptualHash: string | null;
}

/** Blocks further uploads of an image. @returns the id of the block */
export async function insertBlock(tx: Tx, block: Omit<BlockRow, 'id'>): Promise<string> {
  const id = newId('blk');
  await tx
    .insertInto('blocks')
    .values({ id, ...block })
    .execute();
  if (block.perceptual_hash !== null) {
    const bands = bandsOf(block.perceptual_hash).map((band) => ({ band, block_id: id }));
    await tx.insertInto('block_bands').values(bands).execute();
  }
  return id;
}

/** Whether any block has a perceptual hash, so that uploads need one too. */
export async function hasPerceptualBlocks(db: Db): Promise<boolean> {
  return (await anyBand(db, {})).length > 0;
}

const anyBand = prepareQuery((db) => db.selectFrom('block_bands').select('block_id').limit(1));

/** Refuses an image that a block covers. @param maxDistance as in `findBlock` @throws AppError CONTENT_BLOCKED */
export async function requireNotBlocked(db: Db, fingerprints: Fingerprints, maxDistance: number): Promise<void> {
  if ((await findBlock(db, fingerprints, maxDistance)) !== undefined) throw new AppError('CONTENT_BLOCKED');
}

/**
 * Finds a block of this content, uploaded or stored, or of a perceptual match.
 * @param maxDistance the bits in which perceptual hashes may differ, at most MAX_DISTANCE: hashes within it share at least
 *   one of eight bands, so that an index finds the few candidates
 * @returns the id of the block
 */
export async function findBlock(
  db: Db,
  { uploadedSha256, storedSha256, perceptualHash }: Fingerprints,
  maxDistance: number,
): Promise<string | undefined> {
  const [same] = await blockOfFile(db, { uploadedSha256, storedSha256 });
  if (same !== undefined || perceptualHash === null) return same?.id;
  const candidates = await db
    .selectFrom('block_bands')
    .innerJoin('blocks', 'blocks.id', 'block_bands.block_id')
    .select(['blocks.id', 'blocks.perceptual_hash'])
    .where('block_bands.band', 'in', bandsOf(perceptualHash))
    .execute();
  return candidates.find(
    ({ perceptual_hash: hash }) => hash !== null && hammingDistance(hash, perceptualHash) <= maxDistance,
  )?.id;
}

const blockOfFile = prepareQuery((db, { uploadedSha256, storedSha256 }: Omit<Fingerprints, 'perceptualHash'>) => {
  const files = [uploadedSha256, storedSha256];
  return db
    .selectFrom('blocks')
    .select('id')
    .where((eb) => eb.or([eb('stored_sha256', 'in', files), eb('uploaded_sha256', 'in', files)]))
    .limit(1);
});

/** Blocks, newest first. @param after the last item of the previous page */
export async function listBlocks(db: Db, after: Position | undefined, limit: number): Promise<BlockRecord[]> {
  let query = db
    .selectFrom('blocks')
    .leftJoin('accounts', 'accounts.id', 'blocks.created_by')
    .selectAll('blocks')
    .select('accounts.email as creator_email')
    .orderBy('blocks.created_at', 'desc')
    .orderBy('blocks.id', 'desc')
    .limit(limit);
  if (after !== undefined) {
    query = query.where((eb) =>
      eb(eb.refTuple('blocks.created_at', 'blocks.id'), '<', eb.tuple(after.value, after.id)),
    );
  }
  return query.execute();
}

/** @returns the deleted block; undefined when it does not exist */
export async function deleteBlock(tx: Tx, id: string): Promise<BlockRow | undefined> {
  await tx.deleteFrom('block_bands').where('block_id', '=', id).execute();
  return tx.deleteFrom('blocks').where('id', '=', id).returningAll().executeTakeFirst();
}

/** An image and the keys of its blobs. */
export interface DuplicateImage {
  id: string;
  account_id: string | null;
  original_key: string;
  thumbnail_key: string;
}

/** All images with the same stored file or the same uploaded file, this image included. */
export async function listDuplicates(
  db: Db,
  image: { original_key: string; uploaded_sha256: string | null },
): Promise<DuplicateImage[]> {
  return duplicates(db, image).select(['id', 'account_id', 'original_key', 'thumbnail_key']).execute();
}

/** The number of images that a takedown of this one removes, itself included, counted up to a maximum. */
export async function countDuplicates(
  db: Db,
  image: { original_key: string; uploaded_sha256: string | null },
  max: number,
): Promise<number> {
  const row = await db
    .selectFrom(duplicates(db, image).select('id').limit(max).as('copies'))
    .select(({ fn }) => fn.countAll<number>().as('copies'))
    .executeTakeFirstOrThrow();
  return Number(row.copies);
}

function duplicates(
  db: Db,
  { original_key, uploaded_sha256 }: { original_key: string; uploaded_sha256: string | null },
) {
  return db
    .selectFrom('images')
    .where((eb) =>
      uploaded_sha256 === null
        ? eb('original_key', '=', original_key)
        : eb.or([eb('original_key', '=', original_key), eb('uploaded_sha256', '=', uploaded_sha256)]),
    );
}
