import { findImages, type ListedImage } from '../../catalog/images/image-lists.ts';
import type { Tx } from '../../catalog/schema.ts';
import { AppError } from '../../core/errors.ts';
import type { StoreDeps } from '../upload/store-blobs.ts';

/** What became of one of several images. */
export type ImageOutcome<T> = { id: string } & ({ ok: true; value: T } | { ok: false; error: AppError });

/**
 * Does the same with several images in one transaction: what is refused for one leaves the others alone.
 * @param work may throw AppError before it writes anything that must not stay
 */
export async function eachImage<T>(
  { db, clock }: Pick<StoreDeps, 'db' | 'clock'>,
  ids: readonly string[],
  work: (tx: Tx, image: ListedImage, index: number) => Promise<T>,
): Promise<ImageOutcome<T>[]> {
  return db.transaction().execute(async (tx) => {
    const found = new Map((await findImages(tx, ids, clock.now())).map((image) => [image.id, image]));
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
