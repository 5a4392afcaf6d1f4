import { execFile, spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const VCL = fileURLToPath(new URL('../../deploy/varnish/imgd.vcl', import.meta.url));
const START_MS = 30_000;

/** A program that runs until it is told to end. */
export interface RunningService {
  /** Such as `http://127.0.0.1:40123`. */
  url: string;
  /** Ends it in order. */
  stop(): Promise<void>;
  /** Ends it at once. */
  kill(): Promise<void>;
}

/**
 * Starts Varnish on a free port of loopback with the VCL of the repository.
 * @param dir an empty directory for its files
 * @param origin what it caches, such as `http://127.0.0.1:8080`
 * @throws Error with what it has written when it does not start
 */
export async function startVarnish(dir: string, origin: string): Promise<RunningService> {
  await mkdir(dir, { recursive: true });
  const vcl = join(dir, 'imgd.vcl');
  await writeFile(vcl, withBackend(await readFile(VCL, 'utf8'), new URL(origin)));
  // Its path becomes part of the name of a socket, which must be short.
  const name = join(dir, 'v');
  const child = spawn(
    'varnishd',
    ['-F', '-j', 'none', '-n', name, '-a', '127.0.0.1:0', '-f', vcl, '-s', 'malloc,64m', '-T', '127.0.0.1:0'],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let log = '';
  const onData = (chunk: Buffer) => {
    log += chunk.toString();
  };
  child.stdout.on('data', onData);
  child.stderr.on('data', onData);
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const end = (signal: NodeJS.Signals) => async () => {
    child.kill(signal);
    await exited;
  };
  const stop = end('SIGTERM');
  try {
    return { url: await addressOf(name, () => child.exitCode === null), stop, kill: end('SIGKILL') };
  } catch (error) {
    await stop();
    throw new Error(`Varnish does not start: ${log}`, { cause: error });
  }
}

function withBackend(vcl: string, { hostname, port }: URL): string {
  return vcl.replace('.host = "127.0.0.1"', `.host = "${hostname}"`).replace('.port = "8080"', `.port = "${port}"`);
}

/** Asks until it says where it listens. */
async function addressOf(name: string, running: () => boolean): Promise<string> {
  const until = Date.now() + START_MS;
  for (;;) {
    try {
      const { stdout } = await run('varnishadm', ['-n', name, '-t', '1', 'debug.listen_address']);
      const [, , host, port] = /^(\S+) (\S+) (\d+)/m.exec(stdout) ?? [];
      if (host !== undefined && port !== undefined) return `http://${host}:${port}`;
    } catch (error) {
      if (!running() || Date.now() > until) throw error;
    }
    if (!running() || Date.now() > until) throw new Error('it never said where it listens');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
