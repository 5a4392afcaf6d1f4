import { useEffect, useState } from 'preact/hooks';
import { explain } from './texts/errors.ts';

/** Loads data when a component mounts and again on `reload`; the previous data stays until the new data arrives. */
export function useLoaded<T>(load: () => Promise<T>): {
  value: T | undefined;
  errorMessage: string | undefined;
  reload(): void;
} {
  const [value, setValue] = useState<T>();
  const [errorMessage, setErrorMessage] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  // `load` is a new function on every render, so it is no dependency of the effect.
  useEffect(() => {
    let current = true;
    load().then(
      (loaded) => {
        if (!current) return;
        setValue(() => loaded);
        setErrorMessage(undefined);
      },
      (error: unknown) => current && setErrorMessage(explain(error)),
    );
    return () => {
      current = false;
    };
  }, [attempt]);
  return { value, errorMessage, reload: () => setAttempt((count) => count + 1) };
}
