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

/** As SingleFlight, for work that may be refused to one caller and allowed to another. */
export type CallerFlight<T> = (name: string, caller: string, work: () => Promise<T>) => Promise<T>;

/**
 * A refusal concerns only the caller that has started the run: another one that has joined it starts a run of its own.
 * @param isRefusal whether an error of the work is a refusal of its caller
 */
export function createCallerFlight<T>(isRefusal: (error: unknown) => boolean): CallerFlight<T> {
  const flights = createSingleFlight<{ value: T } | { refused: unknown; caller: string }>();
  return async (name, caller, work) => {
    for (;;) {
      const outcome = await flights(name, async () => {
        try {
          return { value: await work() };
        } catch (error) {
          if (!isRefusal(error)) throw error;
          return { refused: error, caller };
        }
      });
      if ('value' in outcome) return outcome.value;
      if (outcome.caller === caller) throw outcome.refused;
    }
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

/**
 * Keeps a result for a time, so that its cost does not grow with the number of readers. All callers in that time, and
 * during the run, share it; a failure is not kept.
 * @param keptMs from the end of a run, by a monotonic clock
 */
export function createKept<T>(keptMs: number, work: () => Promise<T>): () => Promise<T> {
  const flight = createSingleFlight<T>();
  let kept: { value: T; untilMs: number } | undefined;
  return async () => {
    if (kept !== undefined && performance.now() < kept.untilMs) return kept.value;
    return flight('', async () => {
      const value = await work();
      kept = { value, untilMs: performance.now() + keptMs };
      return value;
    });
  };
}
