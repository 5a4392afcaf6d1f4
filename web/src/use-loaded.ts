import { useEffect, useState } from 'preact/hooks';
import { useRetry } from './api/use-retry.ts';
import { explain } from './error-message.ts';

/** Loads data when a component mounts and again on `reload`; the previous data stays until the new data arrives. */
export function useLoaded<T>(load: () => Promise<T>): {
  value: T | undefined;
  errorMessage: string | undefined;
  reload(): void;
} {
  const [value, setValue] = useState<T>();
  const [error, setError] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  // `load` is a new function on every render, so it is no dependency of the effect.
  useEffect(() => {
    let current = true;
    load().then(
      (loaded) => {
        if (!current) return;
        setValue(() => loaded);
        setError(undefined);
      },
      (failure: unknown) => current && setError(failure),
    );
    return () => {
      current = false;
    };
  }, [attempt]);
  const reload = () => setAttempt((count) => count + 1);
  useRetry(error, reload);
  return { value, errorMessage: error === undefined ? undefined : explain(error), reload };
}
