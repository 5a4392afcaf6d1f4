import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { createDecoderPool } from '../imaging/pool.ts';
import type { Decoder } from '../imaging/port.ts';
import { findSandbox } from '../imaging/sandbox.ts';

/**
 * Where the decoder processes have their directories: on the file system of the temporary files.
 * @param worker number of a worker process of the service; 0 = any other process
 */
export function decodersDir({ storage }: Config, worker = 0): string {
  return join(resolve(storage.dataDir), 'decoders', ...ofWorker(worker));
}

const ofWorker = (worker: number) => (worker === 0 ? [] : [`worker-${worker}`]);

/**
 * @param onLost called with the reason and its kind when a decoder process is replaced
 * @param worker number of a worker process of the service; 0 = any other process
 * @throws Error that names the setting when a sandbox is required and impossible
 */
export async function openDecoder(
  config: Config,
  onLost?: (reason: string, kind: string) => void,
  worker = 0,
): Promise<Decoder> {
  const { imaging, limits } = config;
  const workDir = decodersDir(config, worker);
  return createDecoderPool({
    workDir,
    sandbox: await findSandbox(imaging.sandbox, workDir),
    maxUploadBytes: Math.max(...Object.values(limits.plans).map((plan) => plan.maxFileBytes)),
    processes: imaging.processes,
    maxWaiting: imaging.maxWaiting,
    timeoutMs: imaging.timeoutSeconds * 1_000,
    addressSpaceKib: imaging.addressSpaceKib,
    ...(onLost && { onLost }),
  });
}

/** Gives the work of a command decoders of its own, and the directory of temporary files. */
export async function withDecoder<T>(
  config: Config,
  work: (tools: { decoder: Decoder; tempDir: string }) => Promise<T>,
): Promise<T> {
  const tempDir = join(resolve(config.storage.dataDir), 'tmp');
  await mkdir(tempDir, { recursive: true });
  const decoder = await openDecoder(config);
  try {
    return await work({ decoder, tempDir });
  } finally {
    await decoder.close();
  }
}

/** Opens the decoders. What an operator should know about them goes to the log. */
export async function openLoggedDecoder(
  config: Config,
  logger: { warn(facts: object, text: string): void },
  worker = 0,
): Promise<Decoder> {
  const onLost = (reason: string, kind: string) => logger.warn({ reason, kind }, 'a decoder process was replaced');
  const decoder = await openDecoder(config, onLost, worker);
  const { problem } = decoder.confinement;
  if (problem !== undefined) logger.warn({ reason: problem }, 'decoders run without a sandbox (IMGD_SANDBOX)');
  return decoder;
}

/**
 * Creates an empty directory: temporary files of earlier runs belong to requests and decoders that have ended.
 * @param worker number of a worker process, whose directories are inside those of its primary process; 0 = the primary
 */
export async function emptyTempDir(config: Config, worker = 0): Promise<string> {
  const tempDir = join(resolve(config.storage.dataDir), 'tmp', ...ofWorker(worker));
  await rm(tempDir, { recursive: true, force: true });
  await rm(decodersDir(config, worker), { recursive: true, force: true });
  await mkdir(tempDir);
  if (worker > 0) await mkdir(decodersDir(config, worker), { recursive: true });
  return tempDir;
}
