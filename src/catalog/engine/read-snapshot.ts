import type { SqliteVersion } from './sqlite-version.ts';

/** The version of the catalog for several questions that are asked at one moment, so that it is looked up once. */
export interface Moment {
  version(): number;
  /**
   * To be called from a callback of a socket: requests that came together are answered in one turn of the event loop, and
   * are one moment. A request that is read later comes in a later turn.
   */
  beginTurn(): void;
  /** What is asked from now on is another moment. To be called after every statement that this process may have committed by. */
  end(): void;
}

export function createMoment(current: SqliteVersion['current']): Moment {
  let known: number | undefined;
  let isInTurn = false;
  const end = () => {
    known = undefined;
  };
  const endTurn = () => {
    isInTurn = false;
    known = undefined;
  };
  const endUnlessInTurn = () => {
    if (!isInTurn) known = undefined;
  };
  return {
    version() {
      if (known === undefined) {
        known = current();
        if (!isInTurn) queueMicrotask(endUnlessInTurn);
      }
      return known;
    },
    beginTurn() {
      if (isInTurn) return;
      isInTurn = true;
      known = undefined;
      // Behind the callbacks of all sockets that are ready now, and before those of others.
      setImmediate(endTurn);
    },
    end,
  };
}
