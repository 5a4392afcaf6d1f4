import { AppError } from '../../core/errors.ts';

/**
 * The failure of a request of many parts none of which succeeded: the parts' own code where they all agree.
 * @param results the items that a success would have had, for `details.results`
 * @param detail said where they do not agree
 */
export function noneSucceeded(errors: readonly AppError[], results: readonly unknown[], detail: string): AppError {
  const [first] = errors;
  const same = first !== undefined && errors.every((error) => error.code === first.code);
  const details = { ...(same ? first.details : {}), results };
  if (!same) return new AppError('INVALID_PARAMETER', { detail, details });
  const { retryAfterSeconds } = first;
  return new AppError(first.code, { details, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) });
}
