import { useEffect, useState } from 'preact/hooks';

/** An observable value. */
export interface Store<T> {
  get(): T;
  set(next: T | ((current: T) => T)): void;
  /** @returns a function that unsubscribes */
  subscribe(listener: () => void): () => void;
}

/** Creates a store. It notifies its listeners when the value changes. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      const replaced = typeof next === 'function' ? (next as (current: T) => T)(value) : next;
      if (Object.is(replaced, value)) return;
      value = replaced;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The value of a store. The component renders again when it changes. */
export function useStore<T>(store: Store<T>): T {
  const [value, setValue] = useState(store.get());
  useEffect(() => {
    const follow = () => setValue(() => store.get());
    follow();
    return store.subscribe(follow);
  }, [store]);
  return value;
}
