import { realpath, stat } from 'node:fs/promises';
import { locked, readText, writeText } from './private-file.ts';

/** Older ones have expired at most services. */
const MAX_ENTRIES = 100;

/** The upload of a file that has begun. */
interface Unfinished {
  file: string;
  upload_id: string;
}

/** The uploads that the next call continues. */
export interface Resumption {
  /** Id of the upload of this file that has begun, or undefined. */
  uploadId: string | undefined;
  /** Keeps the id of the upload that begins. */
  begin(uploadId: string): Promise<void>;
  end(): Promise<void>;
}

/**
 * Finds the unfinished upload of a file to a service. A file that was changed since is another one.
 * @param path of a JSON array, which need not exist
 */
export async function resumptionOf(path: string, file: string, server: string): Promise<Resumption> {
  const { size, mtimeMs } = await stat(file);
  const name = [server, await realpath(file), size, mtimeMs].join(' ');
  const entries = async (): Promise<Unfinished[]> => {
    try {
      const value: unknown = JSON.parse((await readText(path)) ?? '[]');
      return Array.isArray(value) ? value : [];
    } catch {
      // Without it, the upload begins anew.
      return [];
    }
  };
  const replace = (added: Unfinished[]) =>
    locked(path, async () => {
      const others = (await entries()).filter((one) => one.file !== name);
      await writeText(path, `${JSON.stringify([...others, ...added].slice(-MAX_ENTRIES))}\n`);
    });
  return {
    uploadId: (await entries()).find((one) => one.file === name)?.upload_id,
    begin: (upload_id) => replace([{ file: name, upload_id }]),
    end: () => replace([]),
  };
}
