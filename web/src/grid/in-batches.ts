import type { EachItem, EachResult, ImageChange, ImageInfo } from '../../../src/api/images.ts';
import { api } from '../api/api.ts';
import { ApiError } from '../api/api-error.ts';

/** The service takes so many at once. */
const BATCH = 100;

/** What was done with images, and why it was not with others. */
export interface Outcome<T> {
  done: { id: string; data: T }[];
  failed: { id: string; code: string; message: string }[];
}

/** Deletes images for good. @throws ApiError when not even one request was answered */
export function deleteImages(ids: readonly string[]): Promise<Outcome<unknown>> {
  return inBatches(ids, (batch) => api.post('/images/delete', { ids: batch }));
}

/** Changes images all alike. @throws ApiError when not even one request was answered */
export function updateImages(ids: readonly string[], change: ImageChange): Promise<Outcome<ImageInfo>> {
  return inBatches(ids, (batch) => api.post('/images/update', { ids: batch, ...change }));
}

async function inBatches<T>(
  ids: readonly string[],
  send: (batch: readonly string[]) => Promise<EachResult<T>>,
): Promise<Outcome<T>> {
  const outcome: Outcome<T> = { done: [], failed: [] };
  for (let from = 0; from < ids.length; from += BATCH) {
    for (const item of await answers(ids.slice(from, from + BATCH), send)) {
      if (item.success) outcome.done.push({ id: item.id, data: item.data });
      else outcome.failed.push({ id: item.id, code: item.error.code, message: item.error.message });
    }
  }
  return outcome;
}

/** Where all of a batch failed the answer is a refusal that lists them. */
async function answers<T>(
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
