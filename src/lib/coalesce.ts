/**
 * Runs work that serves everything done before it began, such as an fsync of a directory: whoever asks while it runs
 * shares the next run with all others who ask meanwhile.
 */
export type SharedRun = (name: string) => Promise<void>;

/** @param work done under a name, never twice at once under the same */
export function createSharedRun(work: (name: string) => Promise<void>): SharedRun {
  const running = new Map<string, Promise<void>>();
  const next = new Map<string, Promise<void>>();

  function start(name: string): Promise<void> {
    const run = work(name).finally(() => {
      if (running.get(name) === run) running.delete(name);
    });
    running.set(name, run);
    return run;
  }

  return (name) => {
    const current = running.get(name);
    if (current === undefined) return start(name);
    let later = next.get(name);
    if (later === undefined) {
      const begin = () => {
        next.delete(name);
        return start(name);
      };
      // What comes of the run before is told to those who wait for that one.
      later = current.then(begin, begin);
      next.set(name, later);
    }
    return later;
  };
}

/** Runs work under a name; whoever asks for the same while it runs gets the same outcome. */
export type SingleFlight<T> = (name: string, work: () => Promise<T>) => Promise<T>;

export function createSingleFlight<T>(): SingleFlight<T> {
  const flights = new Map<string, Promise<T>>();
  return (name, work) => {
    const running = flights.get(name);
    if (running !== undefined) return running;
    const flight = work().finally(() => flights.delete(name));
    flights.set(name, flight);
    return flight;
  };
}
