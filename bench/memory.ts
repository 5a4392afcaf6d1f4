import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { openAsBlob, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { writeStoredPng } from './stored-png.ts';

// Memory of the service while it takes in large files: one picture of about 800 MB, and eight of 64 MB at once.
// Run it by `npm run bench:memory`. Exit code 1 = over a goal.

const PROGRAM = fileURLToPath(new URL('../bin/imgd.js', import.meta.url));
const MB = 1e6;
const GOALS = { 'one upload of 800 MB': 64 * MB, 'eight uploads of 64 MB at once': 150 * MB };

const dataDir = await mkdtemp(join(tmpdir(), 'imgd-bench-'));
const env = { ...process.env, IMGD_DATA_DIR: dataDir, IMGD_PORT: '0', IMGD_LOG_LEVEL: 'warn' };
const key = /imgd_[0-9A-Za-z]{38}/.exec(
  execFileSync(process.execPath, [PROGRAM, 'account', 'create', 'bench@example.com', '--plan', 'enterprise'], {
    env,
    encoding: 'utf8',
  }),
)?.[0];
const service = spawn(process.execPath, [PROGRAM, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
try {
  const url = await listening(service);
  const pid = service.pid as number;
  const large = join(dataDir, 'large.png');
  const medium = join(dataDir, 'medium.png');
  await upload(url, medium, await writeStoredPng(medium, 400, 300, 8));
  await sleep(2_000);
  const idle = rss(pid);
  print('idle', idle, idle, 0);

  const largeBytes = await writeStoredPng(large, 10_000, 10_000, 16);
  const mediumBytes = await writeStoredPng(medium, 4_096, 4_080, 8);
  let failed = false;
  for (const [name, work] of Object.entries({
    'one upload of 800 MB': () => upload(url, large, largeBytes),
    'eight uploads of 64 MB at once': () =>
      Promise.all(Array.from({ length: 8 }, () => upload(url, medium, mediumBytes))),
  })) {
    await sleep(1_000);
    const { peak, decoders } = await watched(pid, work);
    print(name, peak, idle, decoders);
    if (peak - idle > GOALS[name as keyof typeof GOALS]) failed = true;
  }
  process.exitCode = failed ? 1 : 0;
} finally {
  service.kill('SIGTERM');
  await new Promise((resolve) => service.once('exit', resolve));
  await rm(dataDir, { recursive: true, force: true });
}

async function upload(url: string, path: string, bytes: number): Promise<void> {
  const form = new FormData();
  form.set('file', await openAsBlob(path), 'picture.png');
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${url}/api/v1/upload`, { method: 'POST', headers, body: form });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`the upload of ${bytes} bytes was answered ${answer.status} ${text}`);
}

/** The highest memory of the service while the work runs, and that of its largest decoder process. */
async function watched(pid: number, work: () => Promise<unknown>): Promise<{ peak: number; decoders: number }> {
  let peak = 0;
  let decoders = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, rss(pid));
    decoders = Math.max(decoders, ...childrenOf(pid).map(rss));
  }, 20);
  await work();
  clearInterval(timer);
  return { peak, decoders };
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the service ended with code ${code}`)));
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const url = /imgd listening on (\S+)/.exec(text)?.[1];
      if (url !== undefined) resolve(url);
    });
  });
}

/** Resident memory of a process in bytes; 0 when it has ended. */
function rss(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => {
      try {
        return new RegExp(`^PPid:\\s+${pid}$`, 'm').test(readFileSync(`/proc/${candidate}/status`, 'latin1'));
      } catch {
        return false;
      }
    });
}

function print(name: string, peak: number, idle: number, decoders: number): void {
  const mb = (bytes: number) => `${Math.round(bytes / MB)} MB`.padStart(8);
  process.stdout.write(
    `${name.padEnd(32)} service ${mb(peak)}  above idle ${mb(peak - idle)}  largest decoder ${mb(decoders)}\n`,
  );
}
