import type { ScreenDeps } from './actions/upload/screen-image.ts';
import type { Config } from './config.ts';
import { createHttpValidator } from './validation/http.ts';

/** The rules that uploads are screened by, from the settings. @param onError is called when the validator fails */
export function screeningOf({ limits, validation }: Config, onError: (error: unknown) => void): Omit<ScreenDeps, 'db'> {
  const { url, ...options } = validation;
  return {
    blockDistance: limits.blockDistance,
    validator: url === undefined ? undefined : createHttpValidator({ url, ...options, onError }),
  };
}
