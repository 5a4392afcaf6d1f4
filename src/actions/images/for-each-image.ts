import { findImages, type ListedImage } from '../../catalog/images/image-lists.ts';
import type { Db, Tx } from '../../catalog/schema.ts';
import type { AccountCaller } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { VisibleImage } from './get-image.ts';

interface Deps {
  db: Db;
  clock: Clock;
}

/** The result for one image of a bulk request. */
export type ImageOutcome<T> = { id: string } & ({ ok: true; value: T } | { ok: false; error: AppError });

/**
 * Does the same work on several images in one transaction. A refusal of one image leaves the others alone.
 * @param find finds the images: `findImages`, or `findStoredImages` with those in the trash
 * @param work throws an AppError only before its first write
 */
export async function forEachImage<T>(
  { db, clock }: Deps,
  ids: readonly string[],
  find: typeof findImages,
  work: (tx: Tx, image: ListedImage, index: number) => Promise<T>,
): Promise<ImageOutcome<T>[]> {
  return db.transaction().execute(async (tx) => {
    const found = new Map((await find(tx, ids, clock.now())).map((image) => [image.id, image]));
    const outcomes: ImageOutcome<T>[] = [];
    for (const [index, id] of ids.entries()) {
      try {
        const image = found.get(id);
        if (image === undefined) throw new AppError('IMAGE_NOT_FOUND');
        outcomes.push({ id, ok: true, value: await work(tx, image, index) });
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        outcomes.push({ id, ok: false, error });
      }
    }
    return outcomes;
  });
}

/** Replaces the values of the outcomes by the images as the caller sees them now. */
export async function withImages(
  { db, clock }: Deps,
  outcomes: readonly ImageOutcome<unknown>[],
  caller: AccountCaller,
): Promise<ImageOutcome<VisibleImage>[]> {
  const ids = outcomes.flatMap((outcome) => (outcome.ok ? outcome.id : []));
  const images = new Map((await findImages(db, ids, clock.now())).map((image) => [image.id, image]));
  return outcomes.map((outcome) => {
    const { id } = outcome;
    if (!outcome.ok) return outcome;
    const image = images.get(id);
    if (image === undefined) return { id, ok: false, error: new AppError('IMAGE_NOT_FOUND') };
    return { id, ok: true, value: image.account_id === caller.accountId ? asOwned(image) : { image } };
  });
}

/** An image as its owner sees it. */
export function asOwned(image: ListedImage): VisibleImage {
  const { album_id: id, album_name: name } = image;
  return { image, owner: { album: id === null || name === null ? null : { id, name }, keyId: image.key_id } };
}
