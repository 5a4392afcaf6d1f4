import type { WriteTurns } from '../../catalog/engine/sqlite.ts';
import type { PrimaryRole, WorkerRole } from './roles.ts';

/** As long as SQLite itself waits for a lock. What is suspended in its transaction keeps the lock of SQLite. */
const MAX_TURN_MS = 5_000;

interface Turn {
  id: number;
  /** Number of the process. */
  owner: number;
  begin(): void;
}

/** The write turns of processes, in the order of their requests. */
export interface TurnQueue {
  /** Waits for a write turn. @returns its id */
  take(owner: number): Promise<number>;
  /** Ends a write turn, unless it has been passed on. */
  end(id: number): void;
  /** Ends the write turn of a process that has ended, and its requests. */
  drop(owner: number): void;
}

/** @param maxMs a write turn that lasts longer is passed on while others wait */
export function createTurnQueue(maxMs = MAX_TURN_MS): TurnQueue {
  let waiting: Turn[] = [];
  let current: Turn | undefined;
  let late: NodeJS.Timeout | undefined;
  let lastId = 0;

  function next(): void {
    clearTimeout(late);
    current = waiting.shift();
    if (current === undefined) return;
    late = setTimeout(next, maxMs).unref();
    current.begin();
  }

  return {
    take: (owner) =>
      new Promise((resolve) => {
        const id = ++lastId;
        waiting.push({ id, owner, begin: () => resolve(id) });
        if (current === undefined) next();
      }),
    end(id) {
      if (current?.id === id) next();
    },
    drop(owner) {
      waiting = waiting.filter((one) => one.owner !== owner);
      if (current?.owner === owner) next();
    },
  };
}

/** The write turns of the primary process, which also grants those of the others. */
export function createWriteTurns({ callables, number, onEnd }: PrimaryRole): WriteTurns {
  const queue = createTurnQueue();
  callables.set('takeTurn', queue.take).set('endTurn', queue.end);
  onEnd(queue.drop);
  return {
    async acquire() {
      const id = await queue.take(number);
      return () => queue.end(id);
    },
  };
}

/** The write turns of a worker process. */
export function turnsOfPrimary({ callPrimary, number, tellPrimary }: WorkerRole): WriteTurns {
  return {
    async acquire() {
      const id = await callPrimary('takeTurn', number);
      return () => tellPrimary('endTurn', id);
    },
  };
}
