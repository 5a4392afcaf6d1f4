import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Findings, isClean, verifyStore } from '../../../src/actions/operations/verify-store.ts';
import { openStorage } from '../../../src/compose/storage.ts';
import { loadConfig } from '../../../src/config.ts';
import { PROGRAM } from '../../support/program.ts';
import { ROOT } from './options.ts';

/** Output and exit code of `imgd doctor --json`. */
export interface Diagnosis {
  code: number | null;
  findings: Findings;
}

/** Runs `imgd doctor --json` on a data directory. */
export async function runDoctor(dataDir: string, ...flags: string[]): Promise<Diagnosis> {
  const child = spawn(process.execPath, [PROGRAM, 'doctor', '--json', '--grace', '0', ...flags], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', IMGD_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    out += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    err += chunk;
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (!out.startsWith('{')) throw new Error(`imgd doctor exited with ${code}: ${err}`);
  return { code, findings: JSON.parse(out) as Findings };
}

/**
 * Runs the same checks in this process, which is faster. No upload may be in progress. Retries when it finds differences,
 * because a job may be removing a blob.
 * @param env further settings of the storage
 * @returns one line for each difference
 */
export async function checkStore(dataDir: string, env: Record<string, string> = {}): Promise<string[]> {
  const { config } = loadConfig({ IMGD_DATA_DIR: dataDir, ...env });
  const storage = await openStorage(config);
  try {
    for (let attempt = 0; ; attempt++) {
      const findings = await verifyStore(storage, { graceMs: 0, checksums: false, bytesPerSecond: 1e12 });
      if (isClean(findings)) return [];
      if (attempt === 5) return messagesOf(findings);
      await sleep(200);
    }
  } finally {
    await storage.close();
  }
}

/** One line for each difference. */
export function messagesOf({ missing, corrupt, orphans, wrongRefs }: Findings): string[] {
  return [
    ...missing.map((key) => `doctor: missing ${key}`),
    ...corrupt.map(({ key, fault }) => `doctor: corrupt ${key} (${fault})`),
    ...orphans.map((key) => `doctor: orphan ${key}`),
    ...wrongRefs.map(({ key }) => `doctor: wrong references ${key}`),
  ];
}
