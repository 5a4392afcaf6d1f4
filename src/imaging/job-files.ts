// Calls that change no directory are synchronous: they do not wait for the disk, and cost a tenth.
import { lstatSync, mkdirSync, mkdtempSync, opendirSync } from 'node:fs';
import { copyFile, link, rename, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { DecoderLostError, isStorageError } from './errors.ts';
import { type OutputName, outputFile, type ProcessJob, type VariantJob, type WrittenFile } from './port.ts';

/** More than the outputs of a job and the temporary files of a library. */
const MAX_LEFT = 32;

/** The directories of one decoder process: it reads inputs in one and writes outputs into the other. */
export interface WorkDirs {
  input: string;
  output: string;
}

/** Hands the files of one job at a time over to a decoder process, which sees the files of no other job. */
export interface JobFiles {
  /** The directories, as this process sees them. */
  dirs: WorkDirs;
  /** Links the input into the directory of the process, or copies it where no link is possible. */
  hand<Job extends ProcessJob | VariantJob>(job: Job): Promise<HandedJob<Job>>;
  /**
   * Removes the input and every output that was not taken.
   * @throws DecoderLostError when there are more than any honest process leaves
   */
  clear(): Promise<void>;
  /** Removes the directories after the end of the process. */
  remove(): Promise<void>;
}

export interface HandedJob<Job> {
  /** The job with the paths that the process sees. */
  job: Job;
  /**
   * Moves an output out of the reach of the process to the path that the job names, and only then examines it.
   * @param names the outputs that the file may be
   * @throws DecoderLostError when the path is none of them, or the file is not a regular one of the reported size
   */
  take(file: WrittenFile, ...names: OutputName[]): Promise<WrittenFile>;
}

/**
 * Creates the directories of a new decoder process.
 * @param parent directory on the file system of the files of the jobs
 * @param seen where the process sees the directories; undefined = where they are
 */
export function openJobFiles(parent: string, seen?: WorkDirs): JobFiles {
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  const root = mkdtempSync(join(parent, 'decoder-'));
  const dirs = { input: join(root, 'input'), output: join(root, 'output') };
  for (const directory of Object.values(dirs)) mkdirSync(directory, { mode: 0o700 });
  const inside = seen ?? dirs;
  let count = 0;
  let inputFile: string | undefined;

  async function hand<Job extends ProcessJob | VariantJob>(job: Job): Promise<HandedJob<Job>> {
    const name = String(count++);
    const handed = join(dirs.input, name);
    inputFile = handed;
    await link(job.inputPath, handed).catch(() => copyFile(job.inputPath, handed));
    const outputPath = join(inside.output, name);
    return {
      job: { ...job, inputPath: join(inside.input, name), outputPath },
      async take(file, ...names) {
        const output = names.find((one) => outputFile(outputPath, one) === file.path);
        if (output === undefined) throw new DecoderLostError('the decoder process reported a file that is not its own');
        const path = outputFile(job.outputPath, output);
        await moveOut(outputFile(join(dirs.output, name), output), path, file.sizeBytes);
        return { ...file, path };
      },
    };
  }

  async function clear(): Promise<void> {
    const input = inputFile;
    inputFile = undefined;
    const left = firstNames(dirs.output, MAX_LEFT);
    const removed = left.map((name) => rm(join(dirs.output, name), { recursive: true, force: true }));
    // There is no input if the disk did not take it.
    await Promise.all([input && unlink(input).catch(() => undefined), ...removed]);
    if (left.length === MAX_LEFT) throw new DecoderLostError('the decoder process left too many files');
  }

  return { dirs, hand, clear, remove: () => rm(root, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Reads no more of a directory than the count: a hostile process may have filled it. */
function firstNames(path: string, count: number): string[] {
  const directory = opendirSync(path);
  const names: string[] = [];
  for (let entry = directory.readSync(); entry !== null && names.length < count; entry = directory.readSync()) {
    names.push(entry.name);
  }
  directory.closeSync();
  return names;
}

async function moveOut(from: string, to: string, sizeBytes: number): Promise<void> {
  await rename(from, to).catch((error: unknown) => {
    throw isStorageError(error) ? error : new DecoderLostError('the decoder process reported a file that is missing');
  });
  const found = lstatSync(to);
  if (found.isFile() && found.size === sizeBytes) return;
  await rm(to, { recursive: true, force: true });
  throw new DecoderLostError('the decoder process reported a file that is not what it wrote');
}
