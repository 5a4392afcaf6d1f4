import { useEffect } from 'preact/hooks';
import { onChange } from '../changes.ts';
import { ApiError } from './api-error.ts';

/**
 * Repeats a failed request by itself where it may succeed now: when the browser is online again, after the time that the
 * server named, and after signing in. Otherwise only the user repeats it.
 * @param error of the last request; undefined = it has not failed
 */
export function useRetry(error: unknown, repeat: () => void): void {
  useEffect(() => {
    if (!(error instanceof ApiError)) return;
    const { code, status, retryAfterSeconds } = error;
    if (code === 'NETWORK') {
      addEventListener('online', repeat);
      return () => removeEventListener('online', repeat);
    }
    if (status === 401) return onChange('session', repeat);
    if (retryAfterSeconds === undefined) return;
    const timer = setTimeout(repeat, retryAfterSeconds * 1_000);
    return () => clearTimeout(timer);
  }, [error]);
}
