import type { EachItem, EachResult, ImageChange, ImageInfo } from '../../../src/api/images.ts';
import { api } from '../api/api.ts';
import { ApiError } from '../api/api-error.ts';

/** Maximum number of images in one request. */
const BATCH_SIZE = 100;

/** The images that a bulk request changed, and the errors of the others. */
export interface BulkOutcome<T> {
  done: { id: string; data: T }[];
  failed: { id: string; code: string; message: string }[];
}

/** Deletes images permanently. @throws ApiError if a request fails as a whole */
export function deleteImages(ids: readonly string[]): Promise<BulkOutcome<unknown>> {
  return sendInBatches(ids, (batch) => api.post('/images/delete', { ids: batch }));
}

/** Makes the same change to several images. @throws ApiError if a request fails as a whole */
export function updateImages(ids: readonly string[], change: ImageChange): Promise<BulkOutcome<ImageInfo>> {
  return sendInBatches(ids, (batch) => api.post('/images/update', { ids: batch, ...change }));
}

async function sendInBatches<T>(
  ids: readonly string[],
  send: (batch: readonly string[]) => Promise<EachResult<T>>,
): Promise<BulkOutcome<T>> {
  const outcome: BulkOutcome<T> = { done: [], failed: [] };
  for (let from = 0; from < ids.length; from += BATCH_SIZE) {
    for (const item of await resultsOf(ids.slice(from, from + BATCH_SIZE), send)) {
      if (item.success) outcome.done.push({ id: item.id, data: item.data });
      else outcome.failed.push({ id: item.id, code: item.error.code, message: item.error.message });
    }
  }
  return outcome;
}

/** When every image of a batch fails, the API responds with an error that lists the results. */
async function resultsOf<T>(
  batch: readonly string[],
  send: (batch: readonly string[]) => Promise<EachResult<T>>,
): Promise<readonly EachItem<T>[]> {
  try {
    return (await send(batch)).results;
  } catch (error) {
    if (error instanceof ApiError && Array.isArray(error.details.results)) {
      return error.details.results as EachItem<T>[];
    }
    throw error;
  }
}
