import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Service, StartService } from './services/service.ts';

// `node scripts/services.ts up [NAME…]` starts services on loopback with their data in a temporary directory, and prints
// their addresses as shell variables; `down` stops them. Each file of scripts/services that exports `start` is a service.
const SELF = fileURLToPath(import.meta.url);
const STATE = join(tmpdir(), 'imgd-services.json');
const START_MS = 120_000;

interface State {
  pid: number;
  dir: string;
  /** Variables for the tests, such as TEST_POSTGRES_URL. Absent until all services are up. */
  env?: Record<string, string>;
  failure?: string;
}

const [verb, ...names] = process.argv.slice(2);
if (verb === 'up') await up();
else if (verb === 'down') await down();
else if (verb === 'keep') await keep();
else {
  process.stderr.write('usage: node scripts/services.ts up [NAME…] | down\n');
  process.exitCode = 2;
}

/** Starts a process that holds the services, and waits until they answer. */
async function up(): Promise<void> {
  if (existsSync(STATE)) await down();
  const dir = mkdtempSync(join(tmpdir(), 'imgd-services-'));
  chmodSync(dir, 0o711);
  const log = openSync(join(dir, 'log'), 'a');
  const keeper = spawn(process.execPath, [SELF, 'keep', ...names], { detached: true, stdio: ['ignore', log, log] });
  write({ pid: keeper.pid as number, dir });
  keeper.unref();
  const begun = performance.now();
  for (;;) {
    const { env, failure } = read();
    if (env !== undefined) {
      for (const [name, value] of Object.entries(env)) process.stdout.write(`export ${name}='${value}'\n`);
      return;
    }
    if (failure !== undefined || performance.now() - begun > START_MS) {
      await down();
      process.stderr.write(`${failure ?? 'the services do not start'}\n`);
      process.exitCode = 1;
      return;
    }
    await sleep(50);
  }
}

async function down(): Promise<void> {
  if (!existsSync(STATE)) return;
  const { pid, dir } = read();
  const alive = () => existsSync(`/proc/${pid}`);
  if (alive()) process.kill(pid, 'SIGTERM');
  while (alive()) await sleep(20);
  rmSync(dir, { recursive: true, force: true });
  rmSync(STATE, { force: true });
}

/** Holds the services until a signal ends it. */
async function keep(): Promise<void> {
  const state = read();
  const running: Service[] = [];
  const ended = new Promise((resolve) => process.once('SIGTERM', resolve));
  // A timer keeps the process alive.
  const timer = setInterval(() => {}, 60_000);
  try {
    const env: Record<string, string> = {};
    for (const [name, start] of await startersOf(names)) {
      const dir = join(state.dir, name);
      mkdirSync(dir, { mode: 0o711 });
      const service = await start(dir);
      running.push(service);
      env[`TEST_${name.toUpperCase()}_URL`] = service.url;
    }
    write({ ...state, env });
    await ended;
  } catch (error) {
    write({ ...state, failure: error instanceof Error ? error.message : String(error) });
  }
  for (const service of running.reverse()) await service.stop();
  clearInterval(timer);
}

/** The named services; without names, all that need no arguments. */
async function startersOf(wanted: readonly string[]): Promise<[string, StartService][]> {
  const all: [string, StartService][] = [];
  for (const path of globSync(join(SELF, '../services/*.ts')).sort()) {
    const module = (await import(path)) as { start?: StartService };
    const name = basename(path, '.ts');
    if (module.start?.length === 1 && (wanted.length === 0 || wanted.includes(name))) all.push([name, module.start]);
  }
  const unknown = wanted.filter((name) => !all.some(([known]) => known === name));
  if (unknown.length > 0) throw new Error(`there is no service ${unknown.join(', ')}`);
  return all;
}

function read(): State {
  return JSON.parse(readFileSync(STATE, 'utf8')) as State;
}

function write(state: State): void {
  writeFileSync(STATE, JSON.stringify(state));
}
