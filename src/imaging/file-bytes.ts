import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { CorruptImageError } from './errors.ts';
import type { WrittenFile } from './port.ts';

const WINDOW_BYTES = 128 * 1024;
const WRITE_BUFFER_BYTES = 256 * 1024;
const HASH_BUFFER_BYTES = 256 * 1024;

/** Random access to an open file through one buffered window, so that memory use does not depend on the file's size. */
export interface ByteReader {
  /** Size of the file in bytes when the reader was created. */
  readonly size: number;
  /** The byte at `offset`. */
  u8(offset: number): number;
  u16be(offset: number): number;
  u16le(offset: number): number;
  u24le(offset: number): number;
  u32be(offset: number): number;
  u32le(offset: number): number;
  /** `length` bytes, at most 128 KiB, as Latin-1 text. */
  text(offset: number, length: number): string;
  /** A copy of `length` bytes. The caller limits `length`. */
  bytes(offset: number, length: number): Buffer;
  /** At least 1 and at most `maxLength` bytes from `offset`, without a copy: valid until the next call of any method. */
  view(offset: number, maxLength: number): Buffer;
}

/**
 * Windows that no reader uses. A new one for each file costs more than the reads: the first use of its memory pages, their
 * return to the system, and garbage collections for external memory.
 */
const idleWindows: Buffer[] = [];

/**
 * Calls `use` with a reader of the file, and closes the file afterwards.
 * @throws CorruptImageError for a read past the end; file system errors pass through
 */
export function withReader<T>(path: string, use: (reader: ByteReader) => T): T {
  const fd = openSync(path, 'r');
  const window = idleWindows.pop() ?? newWindow();
  try {
    return use(createByteReader(fd, window));
  } finally {
    idleWindows.push(window);
    closeSync(fd);
  }
}

function newWindow(): Buffer {
  return Buffer.allocUnsafeSlow(WINDOW_BYTES);
}

/**
 * Reads an open file descriptor, buffered. Synchronous, so it blocks the event loop: for decoder processes.
 * The methods of the reader throw CorruptImageError for a read past the end.
 * @param window of 128 KiB, of this reader alone
 */
export function createByteReader(fd: number, window = newWindow()): ByteReader {
  const size = fstatSync(fd).size;
  let start = 0;
  let end = 0;

  function demand(offset: number, length: number): void {
    if (!(offset >= 0 && length >= 0 && offset + length <= size)) throw endsBefore(offset, length);
  }

  // Refill from the requested offset: a read of several bytes must not cross the end of the window.
  function position(offset: number, length: number): number {
    if (offset < start || offset + length > end) {
      demand(offset, length);
      start = offset;
      end = offset + readFully(fd, window.subarray(0, Math.min(WINDOW_BYTES, size - offset)), offset);
      if (offset + length > end) throw endsBefore(offset, length);
    }
    return offset - start;
  }

  return {
    size,
    u8: (offset) => window[position(offset, 1)] as number,
    u16be: (offset) => window.readUInt16BE(position(offset, 2)),
    u16le: (offset) => window.readUInt16LE(position(offset, 2)),
    u24le: (offset) => window.readUIntLE(position(offset, 3), 3),
    u32be: (offset) => window.readUInt32BE(position(offset, 4)),
    u32le: (offset) => window.readUInt32LE(position(offset, 4)),
    text: (offset, length) => {
      const at = position(offset, length);
      return window.toString('latin1', at, at + length);
    },
    bytes: (offset, length) => {
      demand(offset, length);
      const copy = Buffer.allocUnsafe(length);
      if (readFully(fd, copy, offset) !== length) throw endsBefore(offset, length);
      return copy;
    },
    view: (offset, maxLength) => {
      const at = position(offset, 1);
      return window.subarray(at, Math.min(at + maxLength, end - start));
    },
  };
}

/** Writes an open file descriptor from its start, and hashes the bytes. */
export interface ByteWriter {
  write(bytes: Uint8Array): void;
  /** Flushes the buffer. No `write` may follow. @returns bytes written and their SHA-256 in hex */
  finish(): { size: number; sha256: string };
}

/** A synchronous, buffered writer for an open file descriptor. File system errors pass through. */
export function createByteWriter(fd: number): ByteWriter {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(WRITE_BUFFER_BYTES);
  let filled = 0;
  let size = 0;

  function flush(): void {
    const pending = buffer.subarray(0, filled);
    hash.update(pending);
    for (let done = 0; done < filled; ) done += writeSync(fd, pending, done, filled - done, size + done);
    size += filled;
    filled = 0;
  }

  return {
    write(bytes) {
      for (let done = 0; done < bytes.length; ) {
        if (filled === WRITE_BUFFER_BYTES) flush();
        const count = Math.min(WRITE_BUFFER_BYTES - filled, bytes.length - done);
        buffer.set(bytes.subarray(done, done + count), filled);
        filled += count;
        done += count;
      }
    },
    finish() {
      flush();
      return { size, sha256: hash.digest('hex') };
    },
  };
}

/** Covers photographs of cameras; larger ones take so long to decode that reading them does not count. */
const IN_MEMORY_BYTES = 2 * 2 ** 20;

/** Memory that no file is in, kept for the same reasons as `idleWindows`. */
const idleMemory: Buffer[] = [];

/**
 * Calls `use` with the content of a small file, or with the path of a larger one: libvips opens a file once for each loader
 * that might read it, and content in memory never.
 * @param use may use the content until it resolves
 */
export async function withContent<T>(path: string, use: (input: Buffer | string) => Promise<T>): Promise<T> {
  const memory = idleMemory.pop() ?? Buffer.allocUnsafeSlow(IN_MEMORY_BYTES);
  try {
    return await use(readInto(memory, path) ?? path);
  } finally {
    idleMemory.push(memory);
  }
}

/** @returns the content; undefined where it does not fit */
function readInto(memory: Buffer, path: string): Buffer | undefined {
  const fd = openSync(path, 'r');
  try {
    const { size } = fstatSync(fd);
    return size <= memory.length ? memory.subarray(0, readFully(fd, memory.subarray(0, size), 0)) : undefined;
  } finally {
    closeSync(fd);
  }
}

const hashBuffer = Buffer.allocUnsafeSlow(HASH_BUFFER_BYTES);

/** Size and SHA-256 of a file. Synchronous: for decoder processes, where a stream costs more than the reads. */
export function describeFile(path: string): WrittenFile {
  const hash = createHash('sha256');
  const fd = openSync(path, 'r');
  try {
    for (let sizeBytes = 0; ; ) {
      const count = readSync(fd, hashBuffer);
      if (count === 0) return { path, sizeBytes, sha256: hash.digest('hex') };
      sizeBytes += count;
      hash.update(hashBuffer.subarray(0, count));
    }
  } finally {
    closeSync(fd);
  }
}

function endsBefore(offset: number, length: number): CorruptImageError {
  return new CorruptImageError(offset, `the file ends before ${length} bytes`);
}

/** Fewer bytes than the target holds mean that the file has become shorter. */
function readFully(fd: number, target: Uint8Array, offset: number): number {
  let done = 0;
  while (done < target.length) {
    const count = readSync(fd, target, done, target.length - done, offset + done);
    if (count === 0) break;
    done += count;
  }
  return done;
}
