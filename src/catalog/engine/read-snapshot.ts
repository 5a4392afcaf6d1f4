import { closeSync, openSync, readSync } from 'node:fs';

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

/** The header of the WAL index, which every commit writes anew (SQLite, "WAL-mode File Format", section 2.1). */
const HEADER_BYTES = 48;

/** Tells whether a SQLite file in WAL mode is still as it was. */
export interface SqliteVersion {
  /** Another number than before once anybody, in this process or another, has committed. */
  current(): number;
  /** To be called when the process has no connection to the file any more: the system would end their locks with it. */
  close(): void;
}

/**
 * `PRAGMA data_version` compares the same bytes, but takes a lock and gives it back for that; this is one call that reads.
 * What is read while a commit writes it is unlike what was before and what will be, so that it counts as one change more.
 * @param path of a file to which the process has a connection that has read or written
 */
export function openSqliteVersion(path: string): SqliteVersion {
  // Opened at the first question: a catalog in memory, which nobody else can change, has no such file.
  let index: number | undefined;
  const known = Buffer.alloc(HEADER_BYTES);
  const header = Buffer.alloc(HEADER_BYTES);
  let version = 0;
  return {
    current() {
      index ??= openSync(`${path}-shm`, 'r');
      readSync(index, header, 0, HEADER_BYTES, 0);
      if (!header.equals(known)) {
        header.copy(known);
        version++;
      }
      return version;
    },
    close() {
      if (index !== undefined) closeSync(index);
    },
  };
}
