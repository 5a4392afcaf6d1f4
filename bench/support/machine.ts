import { execFile } from 'node:child_process';
import { availableParallelism, cpus, release, totalmem } from 'node:os';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { VERSION } from '../../src/version.ts';
import { LOAD_PROGRAM } from './load.ts';

/** The machine and the versions of a measurement. */
export interface Machine {
  cpu: string;
  cores: number;
  memoryGib: number;
  kernel: string;
  versions: Record<string, string>;
}

export async function machine(): Promise<Machine> {
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGib: Math.round(totalmem() / 2 ** 30),
    kernel: release(),
    versions: {
      imgd: VERSION,
      node: process.versions.node,
      libvips: sharp.versions.vips ?? 'unknown',
      nginx: await versionOf('nginx', '-v'),
      load: LOAD_PROGRAM,
    },
  };
}

async function versionOf(program: string, flag: string): Promise<string> {
  try {
    const { stdout, stderr } = await promisify(execFile)(program, [flag]);
    return /[\d.]+/.exec(stdout + stderr)?.[0] ?? 'unknown';
  } catch {
    return 'not installed';
  }
}
