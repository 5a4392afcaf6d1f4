import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';

const CHUNK_BYTES = 64 * 1024;

interface Copied {
  sizeBytes: number;
  /** Hex. */
  sha256: string;
}

/** A body that is being copied into a file, with any number of concurrent readers. */
export interface Fill {
  path: string;
  /**
   * A reader of the whole body, at its own speed.
   * @param openRest opens the body at an offset when the copy is abandoned
   */
  follow(openRest: (offset: number) => Promise<AsyncIterable<Uint8Array>>): Promise<Readable>;
  /** The copy, or the reason why it was abandoned. @throws the error of the body */
  done: Promise<Copied | 'too large' | 'not written'>;
}

/**
 * Starts to copy a body into a new file.
 * @param maxBytes larger copies are abandoned
 * @throws Error when the file cannot be created; the body has not been read then
 */
export async function startFill(body: AsyncIterable<Uint8Array>, path: string, maxBytes: number): Promise<Fill> {
  const file = await open(path, 'wx');
  let written = 0;
  let state: 'running' | 'done' | 'abandoned' | 'failed' = 'running';
  let failure: unknown;
  let progress = Promise.withResolvers<void>();
  const notifyReaders = () => {
    progress.resolve();
    progress = Promise.withResolvers();
  };

  async function copy(): Promise<Copied | 'too large' | 'not written'> {
    const hash = createHash('sha256');
    try {
      for await (const chunk of body) {
        const isTooLarge = written + chunk.length > maxBytes;
        if (isTooLarge || !(await isWritten(file, chunk))) {
          state = 'abandoned';
          return isTooLarge ? 'too large' : 'not written';
        }
        written += chunk.length;
        hash.update(chunk);
        notifyReaders();
      }
      state = 'done';
      return { sizeBytes: written, sha256: hash.digest('hex') };
    } catch (error) {
      state = 'failed';
      failure = error;
      throw error;
    } finally {
      await file.close().catch(() => {});
      notifyReaders();
    }
  }
  const done = copy();
  // The readers throw the failure; `done` may have no other handler.
  done.catch(() => {});

  async function* bytes(source: FileHandle, openRest: (offset: number) => Promise<AsyncIterable<Uint8Array>>) {
    for (let offset = 0; ; ) {
      while (offset < written) {
        const { bytesRead, buffer } = await source.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, offset);
        offset += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
      if (state === 'done') return;
      if (state === 'failed') throw failure;
      if (state === 'abandoned') {
        yield* await openRest(offset);
        return;
      }
      await progress.promise;
    }
  }

  return {
    path,
    async follow(openRest) {
      const source = await open(path);
      const reader = Readable.from(bytes(source, openRest), { objectMode: false });
      reader.once('close', () => void source.close().catch(() => {}));
      return reader;
    },
    done,
  };
}

/** A full disk ends the copy, not the transfer to the readers. */
async function isWritten(file: FileHandle, chunk: Uint8Array): Promise<boolean> {
  try {
    await file.writeFile(chunk);
    return true;
  } catch {
    return false;
  }
}
