import type { ImageOutcome } from '../../actions/images/for-each-image.ts';
import type { EachResult } from '../../api/images.ts';
import { errorBody } from '../protocol/errors.ts';
import { noneSucceeded } from './none-succeeded.ts';

/**
 * What became of several images, in the form of a bulk upload's answer.
 * @throws AppError when nothing was done with any of them
 */
export function eachView<T, V>(outcomes: readonly ImageOutcome<T>[], view: (value: T, id: string) => V): EachResult<V> {
  const results = outcomes.map((outcome, index): EachResult<V>['results'][number] => {
    const { id } = outcome;
    if (outcome.ok) return { index, id, success: true, data: view(outcome.value, id) };
    const { success, error } = errorBody(outcome.error);
    return { index, id, success, status: outcome.error.status, error };
  });
  const errors = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.error]));
  const succeeded = outcomes.length - errors.length;
  if (succeeded === 0) throw noneSucceeded(errors, results, 'Nothing was done with any of the images.');
  return { total: results.length, succeeded, failed: errors.length, results };
}
