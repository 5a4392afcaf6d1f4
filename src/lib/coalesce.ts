/** Runs work under a name. Callers with the same name join the run in progress and get its result. */
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

/**
 * Coalesces runs whose effect covers everything done before they start, such as an fsync of a directory. A caller does
 * not join the run in progress, which may be too early for it: all callers during a run share the next one.
 * @param work gets the name; runs under the same name never overlap
 */
export function createCoalescedRun(work: (name: string) => Promise<void>): (name: string) => Promise<void> {
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
      // A failure belongs to the callers of the current run only.
      later = current.then(begin, begin);
      next.set(name, later);
    }
    return later;
  };
}
