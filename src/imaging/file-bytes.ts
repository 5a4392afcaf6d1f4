import { createHash } from 'node:crypto';
import { fstatSync, readSync, writeSync } from 'node:fs';

const WINDOW_BYTES = 128 * 1024;
const WRITE_BUFFER_BYTES = 256 * 1024;

/** Random access to the bytes of an open file through one window: memory does not grow with the file. */
export interface ByteReader {
  /** Size of the file in bytes when the reader was made. */
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
  /** A copy of `length` bytes; the caller bounds `length`. */
  bytes(offset: number, length: number): Buffer;
  /** At least one and at most `maxLength` bytes from `offset`, without copying: valid until the next call of any method. */
  view(offset: number, maxLength: number): Buffer;
}

/**
 * Reads an open file descriptor, synchronously and buffered. Made for code that owns its process, such as a decoder
 * child with one job: it blocks the event loop.
 * Reading past the end throws the error that `outOfRange` makes of offset and length, both in bytes.
 */
export function createByteReader(fd: number, outOfRange: (offset: number, length: number) => Error): ByteReader {
  const size = fstatSync(fd).size;
  const window = Buffer.allocUnsafe(WINDOW_BYTES);
  let start = 0;
  let end = 0;

  function demand(offset: number, length: number): void {
    if (!(offset >= 0 && length >= 0 && offset + length <= size)) throw outOfRange(offset, length);
  }

  // Small reads need their bytes in one piece, so a window is refilled from the offset asked for.
  function position(offset: number, length: number): number {
    if (offset < start || offset + length > end) {
      demand(offset, length);
      start = offset;
      end = offset + readFully(fd, window.subarray(0, Math.min(WINDOW_BYTES, size - offset)), offset);
      if (offset + length > end) throw outOfRange(offset, length);
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
      if (readFully(fd, copy, offset) !== length) throw outOfRange(offset, length);
      return copy;
    },
    view: (offset, maxLength) => {
      const at = position(offset, 1);
      return window.subarray(at, Math.min(at + maxLength, end - start));
    },
  };
}

/** Writes an open file descriptor from its start, buffered and hashed on the way. */
export interface ByteWriter {
  write(bytes: Uint8Array): void;
  /** Flushes what is buffered; bytes written and their SHA-256 as hex. Nothing may be written afterwards. */
  finish(): { size: number; sha256: string };
}

/** A synchronous, buffered writer over an open file descriptor. File system errors pass through. */
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

// A short count means that the file ended earlier than it said.
function readFully(fd: number, target: Uint8Array, offset: number): number {
  let done = 0;
  while (done < target.length) {
    const count = readSync(fd, target, done, target.length - done, offset + done);
    if (count === 0) break;
    done += count;
  }
  return done;
}
