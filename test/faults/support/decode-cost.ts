import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../src/core/errors.ts';
import { INPUT_FORMATS, type InputFormat } from '../../../src/core/formats.ts';
import { type DecoderProcess, startDecoderProcess } from '../../../src/imaging/decoder-process.ts';
import { outputFiles } from '../../../src/imaging/port.ts';
import { NO_SANDBOX } from '../../../src/imaging/sandbox.ts';
import { cpuSecondsOf } from '../../../src/imaging/watch-cpu.ts';
import { pngFile } from '../../fixtures/costly/png.ts';

/** What a file costs. */
export interface Cost {
  /** User and system time of the decoder process. */
  cpuSeconds: number;
  megabytes: number;
  /** `accepted`, or the code of the refusal; INVALID_IMAGE of a process that exceeded its budget is `killed`. */
  outcome: string;
}

/** Files below this size count as one of this size, as in the budget itself. */
const MIN_MEGABYTES = 1.5;

/** CPU seconds for each megabyte sent: the measure of the promise. */
export function costPerMegabyte({ cpuSeconds, megabytes }: Cost): number {
  return cpuSeconds / Math.max(MIN_MEGABYTES, megabytes);
}

export interface Meter {
  /** Decodes a file as an upload of the anonymous plan. */
  costOf(bytes: Buffer, format: InputFormat): Promise<Cost>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Runs one decoder process at a time and measures the CPU time of each job. @param directory of temporary files */
export function createMeter(directory: string): Meter {
  const limits = { timeoutMs: 120_000, addressSpaceKib: 2_500_000, maxUploadBytes: 2 ** 30 };
  let decoder: DecoderProcess | undefined;
  let jobs = 0;

  async function run(bytes: Buffer, format: InputFormat): Promise<string> {
    decoder ??= startDecoderProcess({ ...limits, sandbox: NO_SANDBOX, workDir: join(directory, 'decoders') });
    const inputPath = join(directory, `input-${jobs++}`);
    const outputPath = `${inputPath}-output`;
    await writeFile(inputPath, bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const paths = { inputPath, outputPath, sha256, sizeBytes: bytes.length, format };
    try {
      await decoder.run('process', { ...paths, maxPixels: 100_000_000, keepMetadata: false, formats: INPUT_FORMATS });
      return 'accepted';
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return error.details?.max_cpu_seconds === undefined ? error.code : 'killed';
    } finally {
      for (const path of [inputPath, ...outputFiles(outputPath)]) await rm(path, { force: true });
    }
  }

  async function end(): Promise<void> {
    decoder?.kill();
    await decoder?.exited;
    decoder = undefined;
  }

  return {
    async costOf(bytes, format) {
      if (decoder?.isRetired() === true) await end();
      // A start costs more than most files. It belongs to the service, not to the file.
      if (decoder === undefined) await run(pngFile({ width: 64, height: 64 }), 'PNG');
      const before = decoderSeconds();
      const outcome = await run(bytes, format);
      if (decoder?.isRetired() === true) await end();
      return { cpuSeconds: decoderSeconds() - before, megabytes: bytes.length / 1e6, outcome };
    },
    [Symbol.asyncDispose]: end,
  };
}

/** CPU time of all child processes, also of those that have ended. */
function decoderSeconds(): number {
  const stat = readFileSync('/proc/self/stat', 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // Fields of proc(5) after the name: utime, stime, cutime, cstime, in hundredths of a second.
  const [user, system, childUser, childSystem] = fields.slice(11, 15).map((ticks) => Number(ticks) / 100) as [
    number,
    number,
    number,
    number,
  ];
  return (cpuSecondsOf(process.pid) ?? 0) - user - system + childUser + childSystem;
}
