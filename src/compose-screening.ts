import type { ScreenDeps } from './actions/upload/screen-image.ts';
import type { Config } from './config.ts';
import { createHttpValidator } from './validation/http.ts';

/** What uploads are screened by, from the settings. */
export function screeningOf(
  { limits, validation }: Config,
  onValidatorFault: ScreenDeps['onValidatorFault'],
): Omit<ScreenDeps, 'db'> {
  const { url, timeoutMs, token, onFailure } = validation;
  return {
    blockDistance: limits.blockDistance,
    validator: url === undefined ? undefined : createHttpValidator({ url, timeoutMs, token }),
    onValidatorFailure: onFailure,
    onValidatorFault,
  };
}
