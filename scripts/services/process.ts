import { type ChildProcess, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from './service.ts';

// One listener for its end with each service.
process.setMaxListeners(50);

const READY_MS = 30_000;
const LOG_KEPT_CHARACTERS = 20_000;

/** How to run a foreground program as a service. */
export interface Supervised {
  name: string;
  url: string;
  launch(): ChildProcess;
  /** Whether it answers; polled until it does. */
  ready(): Promise<boolean>;
  stopSignal: NodeJS.Signals;
}

/** A service from a foreground program. It also ends with this process. */
export function superviseProcess({ name, url, launch, ready, stopSignal }: Supervised): Service {
  let child: ChildProcess | undefined;
  let exited: Promise<void> = Promise.resolve();
  let log = '';
  const end = () => void (child !== undefined && killTree(child.pid as number));
  process.once('exit', end);
  return {
    name,
    url,
    pid: () => child?.pid ?? 0,
    async start() {
      const launched = launch();
      child = launched;
      let ended = false;
      exited = new Promise((resolve) => {
        launched.once('close', () => {
          ended = true;
          resolve();
        });
      });
      launched.stderr?.setEncoding('utf8').on('data', (text: string) => {
        log = (log + text).slice(-LOG_KEPT_CHARACTERS);
      });
      // Neither the program nor its output may keep a test process alive.
      launched.unref();
      (launched.stderr as unknown as { unref?(): void } | null)?.unref?.();
      const begun = performance.now();
      while (!(await ready())) {
        if (ended || performance.now() - begun > READY_MS) throw new Error(`${name} does not start:\n${log}`);
        await sleep(20);
      }
    },
    async stop() {
      if (child?.exitCode !== null || child.signalCode !== null) return;
      child.ref();
      signalProgram(child.pid as number, stopSignal);
      await exited;
    },
    async kill() {
      if (child === undefined) return;
      child.ref();
      killTree(child.pid as number);
      await exited;
    },
  };
}

/** The command as an unprivileged user if this process is root. */
export function asUser(user: string | undefined, command: string[]): string[] {
  if (user === undefined) return command;
  const id = String(userId(user));
  return ['setpriv', `--reuid=${id}`, `--regid=${id}`, '--clear-groups', ...command];
}

export function userId(name: string): number | undefined {
  const { status, stdout } = spawnSync('id', ['-u', name], { encoding: 'utf8' });
  return status === 0 ? Number(stdout) : undefined;
}

/** Full path of a program; undefined if it is not installed. */
export function findProgram(name: string): string | undefined {
  const directories = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/sbin'];
  return directories.map((directory) => join(directory, name)).find((path) => existsSync(path));
}

/** Whether an HTTP server answers, with any status. */
export async function answersHttp(url: string): Promise<boolean> {
  try {
    await (await fetch(url, { signal: AbortSignal.timeout(1_000) })).body?.cancel();
    return true;
  } catch {
    return false;
  }
}

function signalProgram(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}

/** Ends a process and its descendants. */
function killTree(pid: number): void {
  const path = `/proc/${pid}/task/${pid}/children`;
  const children = existsSync(path) ? readFileSync(path, 'utf8').split(' ').filter(Boolean).map(Number) : [];
  signalProgram(pid, 'SIGKILL');
  for (const one of children) killTree(one);
}
