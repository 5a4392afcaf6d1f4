import { AppError } from './errors.ts';
import type { InputFormat } from './formats.ts';

/**
 * The refusal of a file that is no accepted picture.
 * @param formats that are accepted on this server
 * @param detected what the content is instead, where that is known
 */
export function invalidFileType(formats: readonly InputFormat[], detected: string | undefined): AppError {
  return new AppError('INVALID_FILE_TYPE', {
    detail: `Accepted are ${formats.join(', ')}.`,
    details: { accepted: formats, ...(detected === undefined ? {} : { detected }) },
  });
}
