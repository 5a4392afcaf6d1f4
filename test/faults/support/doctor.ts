import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { examineStore, type Findings, isClean } from '../../../src/actions/operations/verify-store.ts';
import { openStorage } from '../../../src/compose.ts';
import { loadConfig } from '../../../src/config.ts';
import { ROOT } from './options.ts';

/** What `imgd doctor --json` printed, and its exit code. */
export interface Diagnosis {
  code: number | null;
  findings: Findings;
}

/** Runs `imgd doctor --json` on a data directory. */
export async function runDoctor(dataDir: string, ...flags: string[]): Promise<Diagnosis> {
  const child = spawn(process.execPath, [join(ROOT, 'bin/imgd.js'), 'doctor', '--json', '--grace', '0', ...flags], {
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
  if (!out.startsWith('{')) throw new Error(`imgd doctor ended with ${code}: ${err}`);
  return { code, findings: JSON.parse(out) as Findings };
}

/**
 * The same examination within this process, which is quicker; nothing may be uploading meanwhile. What a job is just
 * removing is looked at again, since only what stays is a finding.
 * @param env further settings that lead to the storage
 * @returns each finding in words
 */
export async function examine(dataDir: string, env: Record<string, string> = {}): Promise<string[]> {
  const { config } = loadConfig({ IMGD_DATA_DIR: dataDir, ...env });
  const storage = await openStorage(config);
  try {
    for (let attempt = 0; ; attempt++) {
      const findings = await examineStore(storage, { graceMs: 0, scrub: false, bytesPerSecond: 1e12 });
      if (isClean(findings)) return [];
      if (attempt === 5) return wordsOf(findings);
      await sleep(200);
    }
  } finally {
    await storage.close();
  }
}

/** Each finding as a line. */
export function wordsOf({ missing, damaged, strays, wrongRefs }: Findings): string[] {
  return [
    ...missing.map((key) => `doctor: missing ${key}`),
    ...damaged.map(({ key, fault }) => `doctor: damaged ${key} (${fault})`),
    ...strays.map((key) => `doctor: stray ${key}`),
    ...wrongRefs.map(({ key }) => `doctor: wrong references ${key}`),
  ];
}
