import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';

const CHUNK_BYTES = 64 * 1024;

interface Copied {
  sizeBytes: number;
  /** Hex. */
  sha256: string;
}

/** A body that is being copied into a file, which others read meanwhile. */
export interface Fill {
  path: string;
  /**
   * The bytes from the first one, as they come. Each reader has its own pace.
   * @param goOn gives the bytes from an offset where the copy had to be given up
   */
  follow(goOn: (offset: number) => Promise<AsyncIterable<Uint8Array>>): Promise<Readable>;
  /** What was copied, or why it was given up. @throws what the body throws */
  done: Promise<Copied | 'too large' | 'not written'>;
}

/**
 * Begins to copy a body into a new file.
 * @param maxBytes where it is larger the copy is given up
 * @throws Error when the file cannot be made; the body is untouched then
 */
export async function startFill(body: AsyncIterable<Uint8Array>, path: string, maxBytes: number): Promise<Fill> {
  const file = await open(path, 'wx');
  let written = 0;
  let state: 'running' | 'done' | 'given up' | 'failed' = 'running';
  let failure: unknown;
  let step = Promise.withResolvers<void>();
  const advance = () => {
    step.resolve();
    step = Promise.withResolvers();
  };

  async function copy(): Promise<Copied | 'too large' | 'not written'> {
    const hash = createHash('sha256');
    try {
      for await (const chunk of body) {
        const isTooLarge = written + chunk.length > maxBytes;
        if (isTooLarge || !(await isWritten(file, chunk))) {
          state = 'given up';
          return isTooLarge ? 'too large' : 'not written';
        }
        written += chunk.length;
        hash.update(chunk);
        advance();
      }
      state = 'done';
      return { sizeBytes: written, sha256: hash.digest('hex') };
    } catch (error) {
      state = 'failed';
      failure = error;
      throw error;
    } finally {
      await file.close().catch(() => {});
      advance();
    }
  }
  const done = copy();
  // Followers are told of a failure; there need not be anybody else.
  done.catch(() => {});

  async function* bytes(source: FileHandle, goOn: (offset: number) => Promise<AsyncIterable<Uint8Array>>) {
    for (let offset = 0; ; ) {
      while (offset < written) {
        const { bytesRead, buffer } = await source.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, offset);
        offset += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
      if (state === 'done') return;
      if (state === 'failed') throw failure;
      if (state === 'given up') {
        yield* await goOn(offset);
        return;
      }
      await step.promise;
    }
  }

  return {
    path,
    async follow(goOn) {
      const source = await open(path);
      const reader = Readable.from(bytes(source, goOn), { objectMode: false });
      reader.once('close', () => void source.close().catch(() => {}));
      return reader;
    },
    done,
  };
}

/** A disk that is full is no reason to end what is being served from elsewhere. */
async function isWritten(file: FileHandle, chunk: Uint8Array): Promise<boolean> {
  try {
    await file.writeFile(chunk);
    return true;
  } catch {
    return false;
  }
}
