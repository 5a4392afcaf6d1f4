import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Command } from 'commander';
import { SAFE_SQLITE_VERSION } from '../../catalog/engine/sqlite-file.ts';
import { dataDirWarning } from '../../compose/data-dir.ts';
import { createPrimaryRole, WORKER_COMMAND } from '../../compose/processes/primary-role.ts';
import { createWorkerRole } from '../../compose/processes/worker-role.ts';
import { compose, type Service } from '../../compose.ts';
import { type Config, loadConfig } from '../../config.ts';
import { isUnixPath } from '../../http/fast-path/listen.ts';
import { PROGRAM_FILES } from '../../lib/program-files.ts';
import { readEnvironment } from '../environment.ts';
import { printNote, warnOfUnknown } from '../print.ts';
import { inheritedSocket, notify, notifyOfReload, notifyWhenReady } from '../systemd.ts';

/** Time after the end of all requests to close connections to the catalog and the store. */
const CLOSE_MS = 4_000;
/** Time after that for what a library holds open, such as a request to a collector of traces that hangs. */
const LINGER_MS = 500;

// Streamed bodies produce only short-lived objects. V8 would grow the space for them by tens of megabytes, without any
// benefit for a large upload.
const SMALL_NURSERY = '--semi-space-growth-factor=1';

/** V8 collects all garbage when the heap is so much larger than what was in use after the last time, in percent. */
const HEAP_GROWTH = '--heap-growing-percent=50';

/** Collecting all garbage takes a tenth of a second, which the first requests after the start need not wait for. */
const BOUND_HEAP_MS = 2_000;

/**
 * Bounds the garbage in the heap. By default V8 lets a small heap grow fourfold, and at first to hundreds of megabytes:
 * the bound applies from the first full collection on, which therefore runs here.
 */
function boundHeap(): void {
  setFlagsFromString(HEAP_GROWTH);
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/** `imgd serve`: runs the service until SIGTERM or SIGINT. */
export function serveCommand(program: Command): void {
  program
    .command('serve')
    .description('run the service until SIGTERM or SIGINT, then finish the requests in progress')
    .action(async () => {
      setFlagsFromString(SMALL_NURSERY);
      const { config, unknown } = loadConfig(readEnvironment());
      warnOfUnknown(unknown);
      let service: Service | undefined;
      // Before the start: without a listener the signal ends the process.
      process.on('SIGHUP', () => void notifyOfReload(() => service?.reload(readEnvironment)));
      const webDir = webDirOf(config);
      const count = config.http.serviceProcesses;
      const role = count === 1 ? undefined : createPrimaryRole(count, readEnvironment);
      const started = await compose(config, { webDir, role });
      service = started;
      const ended = endOnSignal((signal) => stopAfter(started, signal, config.http));
      try {
        process.stdout.write(`imgd listening on ${await started.listen(inheritedSocket())}\n`);
        void notifyWhenReady(started.app);
        setTimeout(boundHeap, BOUND_HEAP_MS).unref();
        warnOfLocalLinks(config.http);
        if (webDir !== undefined && !existsSync(webDir)) {
          printNote('web/dist is missing (`npm ci` builds it): serving without the web application');
        }
        const isOpen = await dataDirWarning(config);
        if (isOpen !== undefined) printNote(isOpen);
        if (config.catalog.databaseUrl === undefined) warnOfUnsafeSqlite();
      } catch (error) {
        await started.close(0);
        throw listenError(error, config.http);
      }
      await ended;
    });
}

/** Ends the process. `process.exit` would wait for a thread in a system call, such as a sync of a disk that hangs. */
const endNow = () => process.kill(process.pid, 'SIGKILL');

/** `imgd serve-worker NUMBER`: a worker process of `imgd serve`, which starts it (IMGD_PROCESSES). */
export function serveWorkerCommand(program: Command): void {
  program.command(`${WORKER_COMMAND} <number>`, { hidden: true }).action(async (number: string) => {
    setFlagsFromString(SMALL_NURSERY);
    if (process.send === undefined) throw new Error(`imgd serve starts ${WORKER_COMMAND} itself (IMGD_PROCESSES).`);
    const role = createWorkerRole(Number(number));
    const { config } = loadConfig(readEnvironment());
    const service = await compose(config, { webDir: webDirOf(config), role });
    role.obey({
      stop: ({ reason, delayMs, drainMs }) => void stop(service, reason ?? 'the primary process', delayMs, drainMs),
      reload: (environment) => service.reload(() => environment),
    });
    await service.listen();
    setTimeout(boundHeap, BOUND_HEAP_MS).unref();
  });
}

/** The built web application, where it is served. */
function webDirOf({ http }: Config): string | undefined {
  return http.web === 'on' ? fileURLToPath(PROGRAM_FILES.webApp) : undefined;
}

/** Only SIGTERM, which process managers send, waits for load balancers. */
function stopAfter(
  service: Service,
  signal: string,
  { stopDelaySeconds, stopDrainSeconds }: Pick<Config['http'], 'stopDelaySeconds' | 'stopDrainSeconds'>,
): Promise<void> {
  void notify('STOPPING=1');
  return stop(service, signal, signal === 'SIGTERM' ? stopDelaySeconds * 1_000 : 0, stopDrainSeconds * 1_000);
}

/**
 * Stops the service. What has not ended when the time is over is ended with the process: the catalog recovers from that as
 * from a crash.
 */
async function stop(service: Service, reason: string, delayMs: number, drainMs: number): Promise<void> {
  const hardEnd = setTimeout(endNow, delayMs + drainMs + CLOSE_MS);
  await service.close(drainMs, reason, delayMs);
  clearTimeout(hardEnd);
  setTimeout(() => process.exit(), LINGER_MS).unref();
}

/** Other machines cannot open links to localhost. */
function warnOfLocalLinks({ host, baseUrl }: { host: string; baseUrl: string | undefined }): void {
  if (baseUrl !== undefined || ['127.0.0.1', '::1', 'localhost'].includes(host)) return;
  printNote(`IMGD_BASE_URL is not set: all links begin with http://localhost, although IMGD_HOST is ${host}`);
}

/** SQLite is part of Node.js, of which the machine may have any version. */
function warnOfUnsafeSqlite(): void {
  const { node, sqlite = '' } = process.versions;
  if (sqlite.localeCompare(SAFE_SQLITE_VERSION, 'en', { numeric: true }) >= 0) return;
  printNote(
    `SQLite ${sqlite} of Node.js ${node} may, rarely, corrupt the catalog: update Node.js until it has SQLite ${SAFE_SQLITE_VERSION}`,
  );
}

/** Resolves when the service has closed after a signal. A second signal ends the process at once. */
function endOnSignal(close: (signal: string) => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    let ending = false;
    const end = (signal: string) => {
      if (ending) endNow();
      ending = true;
      close(signal).then(resolve, reject);
    };
    process.on('SIGTERM', end).on('SIGINT', end);
  });
}

/** The error with the name of the setting that causes it, if there is one. */
function listenError(error: unknown, { host, port }: { host: string; port: number }): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (isUnixPath(host)) return code === undefined ? error : new Error(`${host} (IMGD_HOST) cannot be made: ${code}.`);
  if (code === 'EADDRINUSE') return new Error(`Port ${port} of ${host} (IMGD_PORT, IMGD_HOST) is in use.`);
  if (code === 'EACCES') return new Error(`Port ${port} (IMGD_PORT) needs more privileges than this user has.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new Error(`${host} (IMGD_HOST) is not an address of this machine.`);
  }
  return error;
}
