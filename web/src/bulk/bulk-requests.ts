import type { EachItem, EachResult, ImageChange, ImageInfo, Matched } from '../../../src/api/images.ts';
import { api } from '../api/api.ts';
import { ApiError } from '../api/api-error.ts';

/** Selects images on the server, with the members of the query of `GET /api/v1/images`, all as text. */
export type ImageSelector = Readonly<Record<string, string>>;

/** The images of a bulk request: listed, or all that the server selects. */
export type BulkTarget =
  | { ids: readonly string[] }
  | { query: ImageSelector; except: readonly string[]; count: number };

/** Maximum number of images in one request. */
const BATCH_SIZE = 100;

/** The images that a bulk request changed, and the errors of the others. */
export interface BulkOutcome<T> {
  /** `data` is missing after a request by query. */
  done: { id: string; data: T | undefined }[];
  failed: { id: string; code: string; message: string }[];
}

/** @param done images that have been processed, with or without success */
type OnProgress = (done: number) => void;

export function countOf(target: BulkTarget): number {
  return 'ids' in target ? target.ids.length : target.count;
}

/**
 * Deletes images.
 * @param toTrash moves them to the trash, if the server has one
 * @throws ApiError if a request fails as a whole
 */
export function deleteImages(
  target: BulkTarget,
  toTrash: boolean,
  onProgress?: OnProgress,
): Promise<BulkOutcome<unknown>> {
  const trash = toTrash ? { trash: true } : {};
  return sendInBatches(target, (batch) => api.post('/images/delete', { ...batch, ...trash }), onProgress);
}

/** Makes the same change to several images. @throws ApiError if a request fails as a whole */
export function updateImages(
  target: BulkTarget,
  change: ImageChange,
  onProgress?: OnProgress,
): Promise<BulkOutcome<ImageInfo>> {
  return sendInBatches(target, (batch) => api.post('/images/update', { ...batch, ...change }), onProgress);
}

/** Takes images out of the trash. @throws ApiError if a request fails as a whole */
export function restoreImages(ids: readonly string[]): Promise<BulkOutcome<ImageInfo>> {
  return sendInBatches({ ids }, (batch) => api.post('/trash/restore', batch));
}

/** The members of a body that say which images. */
type Batch = { ids: readonly string[] } | { query: object; except?: readonly string[]; cursor?: string };

async function sendInBatches<T>(
  target: BulkTarget,
  send: (batch: Batch) => Promise<EachResult<T> | Matched>,
  onProgress: OnProgress = () => undefined,
): Promise<BulkOutcome<T>> {
  if ('query' in target) return sendByQuery(target, send, onProgress);
  const outcome: BulkOutcome<T> = { done: [], failed: [] };
  for (let from = 0; from < target.ids.length; from += BATCH_SIZE) {
    for (const item of await resultsOf({ ids: target.ids.slice(from, from + BATCH_SIZE) }, send)) {
      if (item.success) outcome.done.push({ id: item.id, data: item.data });
      else outcome.failed.push({ id: item.id, code: item.error.code, message: item.error.message });
    }
    onProgress(outcome.done.length + outcome.failed.length);
  }
  return outcome;
}

/** The server does a part of the work in each request, and answers with ids only. */
async function sendByQuery<T>(
  { query: { min_size: minSize, ...texts }, except }: Exclude<BulkTarget, { ids: unknown }>,
  send: (batch: Batch) => Promise<EachResult<T> | Matched>,
  onProgress: OnProgress,
): Promise<BulkOutcome<T>> {
  const query = minSize === undefined ? texts : { ...texts, min_size: Number(minSize) };
  const outcome: BulkOutcome<T> = { done: [], failed: [] };
  let cursor: string | null = null;
  do {
    const batch: Batch = { query, ...(except.length > 0 && { except }), ...(cursor !== null && { cursor }) };
    const matched = (await send(batch)) as Matched;
    outcome.done.push(...matched.ids.map((id) => ({ id, data: undefined })));
    onProgress(outcome.done.length);
    cursor = matched.next_cursor;
  } while (cursor !== null);
  return outcome;
}

/** When every image of a batch fails, the API responds with an error that lists the results. */
async function resultsOf<T>(
  batch: Batch,
  send: (batch: Batch) => Promise<EachResult<T> | Matched>,
): Promise<readonly EachItem<T>[]> {
  try {
    return ((await send(batch)) as EachResult<T>).results;
  } catch (error) {
    if (error instanceof ApiError && Array.isArray(error.details.results)) {
      return error.details.results as EachItem<T>[];
    }
    throw error;
  }
}
