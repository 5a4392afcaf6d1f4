import type { ImageOutcome } from '../../actions/images/for-each-image.ts';
import type { EachItem, EachResult } from '../../api/images.ts';
import { AppError } from '../../core/errors.ts';
import { errorBody } from '../protocol/errors.ts';

/**
 * The outcomes of several images, in the form of a bulk upload's response.
 * @throws AppError when no image succeeded
 */
export function eachView<T, V>(outcomes: readonly ImageOutcome<T>[], view: (value: T, id: string) => V): EachResult<V> {
  const results = outcomes.map((outcome, index): EachItem<V> => {
    const { id } = outcome;
    if (outcome.ok) return { index, id, success: true, data: view(outcome.value, id) };
    const { success, error } = errorBody(outcome.error);
    return { index, id, success, status: outcome.error.status, error };
  });
  const errors = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.error]));
  const succeeded = outcomes.length - errors.length;
  if (succeeded === 0) throw noneSucceeded(errors, results, 'No image could be processed.');
  return { total: results.length, succeeded, failed: errors.length, results };
}

/**
 * The error of a request without a single success: the error that all items have in common, or INVALID_PARAMETER.
 * @param results items of the response, for `details.results`
 * @param detail message where the errors differ
 */
export function noneSucceeded(errors: readonly AppError[], results: readonly unknown[], detail: string): AppError {
  const [first] = errors;
  const same = first !== undefined && errors.every((error) => error.code === first.code);
  const details = { ...(same ? first.details : {}), results };
  if (!same) return new AppError('INVALID_PARAMETER', { detail, details });
  const { retryAfterSeconds } = first;
  return new AppError(first.code, { details, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) });
}
