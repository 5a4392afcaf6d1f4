import { closeSync, openSync, readSync } from 'node:fs';

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
