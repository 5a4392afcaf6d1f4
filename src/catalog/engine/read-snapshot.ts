import { closeSync, openSync, readSync } from 'node:fs';
import { type CommitRun, coversCommits, shareWalIndex } from './commit-run.ts';

/**
 * The version of the catalog that several reads share, so that it is looked up once. A snapshot lasts for one
 * synchronous run of code, or after `beginTick` until the event-loop tick ends.
 */
export interface ReadSnapshot {
  version(): number;
  /**
   * Lets all reads of this event-loop tick share one version. Call it from a socket callback, when a request has been
   * read: requests that arrived together are answered in one tick, a request that arrives later in a later one.
   */
  beginTick(): void;
  /** Looks the version up again at the next read. Call it after every statement of this process that may have committed. */
  invalidate(): void;
}

/** @param current looks up the version of the catalog */
export function createReadSnapshot(current: SqliteVersion['current']): ReadSnapshot {
  let known: number | undefined;
  let isInTick = false;
  const invalidate = () => {
    known = undefined;
  };
  const endTick = () => {
    isInTick = false;
    known = undefined;
  };
  const invalidateOutsideTick = () => {
    if (!isInTick) known = undefined;
  };
  return {
    version() {
      if (known === undefined) {
        known = current();
        if (!isInTick) queueMicrotask(invalidateOutsideTick);
      }
      return known;
    },
    beginTick() {
      if (isInTick) return;
      isInTick = true;
      known = undefined;
      // Runs after the callbacks of all sockets that are ready now, and before those of later ones.
      setImmediate(endTick);
    },
    invalidate,
  };
}

/** Bytes of the WAL index header, which every commit rewrites (SQLite, "WAL-mode File Format", section 2.1). */
const HEADER_BYTES = 48;
/** Place of the change counter, which every commit increments, as a number of 4 bytes. */
const CHANGE_COUNTER = 2;

/** Detects commits to a SQLite file in WAL mode. */
export interface SqliteVersion {
  /** A number that changes with every commit of this or any other process, but for those of `run`. */
  current(): number;
  /**
   * Call it after all connections of this process to the file are closed: closing any descriptor of the file releases
   * the locks of the whole process (POSIX).
   */
  close(): void;
}

/**
 * Reads the header of the WAL index with one system call. `PRAGMA data_version` compares the same bytes, but acquires and
 * releases a lock for each call. A header read during a commit differs from both and counts as one more change.
 * @param path a file to which this process has a connection that has read or written
 * @param run of the thread of this process that writes the file
 */
export function openSqliteVersion(path: string, run?: CommitRun): SqliteVersion {
  // Opened at the first call: a catalog in memory has no such file, and no other process can change it.
  let index: number | undefined;
  const known = new Int32Array(HEADER_BYTES / Int32Array.BYTES_PER_ELEMENT);
  const header = new Int32Array(known.length);
  let version = 0;
  function open(): number {
    const file = openSync(`${path}-shm`, 'r');
    if (run !== undefined) shareWalIndex(run, file);
    return file;
  }
  return {
    current() {
      index ??= open();
      readSync(index, header, 0, HEADER_BYTES, 0);
      if (header.every((word, at) => word === known[at])) return version;
      const before = known[CHANGE_COUNTER] as number;
      const after = header[CHANGE_COUNTER] as number;
      known.set(header);
      // The log may begin anew without a commit: then the counter stays the same.
      if (run === undefined || before === after || !coversCommits(run, before, after)) version++;
      return version;
    },
    close() {
      if (index !== undefined) closeSync(index);
    },
  };
}

/** The counter that every commit increments. @param index descriptor of the WAL index */
export function readChangeCounter(index: number): number {
  const counter = new Int32Array(1);
  readSync(index, counter, 0, counter.byteLength, CHANGE_COUNTER * Int32Array.BYTES_PER_ELEMENT);
  return counter[0] as number;
}
