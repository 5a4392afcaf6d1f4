import { type ChildProcess, fork } from 'node:child_process';
import type { Server } from 'node:net';
import type { Environment } from '../../lib/env.ts';
import { type Callables, openProcessChannel, type ProcessChannel } from '../../lib/process-channel.ts';
import { withTimeout } from '../../lib/retry.ts';
import type { PrimaryRole } from './roles.ts';

/** The hidden command that a worker process runs, with its number as argument. */
export const WORKER_COMMAND = 'serve-worker';

/** Until a worker process is replaced: longer after each one that does not stay. */
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
/** A suspended worker process does not answer. */
const ANSWER_MS = 2_000;
/** After the time to drain: before the primary process ends by force, which would leave a suspended one. */
const KILL_MS = 3_000;
/** A worker process that served for this long does not count as a failure. */
const STEADY_MS = 60_000;

interface Worker {
  child: ChildProcess;
  channel: ProcessChannel;
  /** Whether it accepts connections. */
  isServing: boolean;
  ended: Promise<void>;
}

/**
 * This process as the primary one. Its worker processes run the same program, and end with it.
 * @param count of all processes
 * @param readEnvironment gives the settings of worker processes that start later
 */
export function createPrimaryRole(count: number, readEnvironment: () => Environment): PrimaryRole {
  const callables: Callables = new Map();
  const workers = new Map<number, Worker>();
  const pauses = new Map<number, number>();
  const timers = new Set<NodeJS.Timeout>();
  const hearers: ((worker: number) => void)[] = [];
  let isStopping = false;

  /** @param onEnd called when it has ended, with how long it served */
  function launch(number: number, server: Server, onEnd: (servedMs: number | undefined) => void): Promise<void> {
    const child = fork(process.argv[1] as string, [WORKER_COMMAND, String(number)], {
      env: readEnvironment(),
      serialization: 'advanced',
      // The last one is LISTENING_FD.
      stdio: ['ignore', 'inherit', 'inherit', 'ipc', descriptorOf(server)],
    });
    const ended = endOf(child);
    let servesSince: number | undefined;
    const started = Promise.withResolvers<void>();
    const serving = () => {
      servesSince = performance.now();
      worker.isServing = true;
      started.resolve();
    };
    const channel = openProcessChannel(child, new Map([...callables, ['serving', serving]]));
    const worker: Worker = { child, channel, isServing: false, ended };
    workers.set(number, worker);
    void ended.then(() => {
      workers.delete(number);
      for (const hear of hearers) hear(number);
      const how = child.signalCode === null ? `exit code ${child.exitCode}` : child.signalCode;
      started.reject(new Error(`Worker process ${number} (IMGD_PROCESSES) has ended at its start: ${how}.`));
      onEnd(servesSince === undefined ? undefined : performance.now() - servesSince);
    });
    return started.promise;
  }

  function keep(number: number, server: Server, onLost: (facts: object) => void): Promise<void> {
    let hasServed = false;
    let child: ChildProcess | undefined;
    const started = launch(number, server, (servedMs) => {
      if (isStopping || !hasServed) return;
      const isSteady = (servedMs ?? 0) >= STEADY_MS;
      replace(number, server, onLost, isSteady, { code: child?.exitCode, signal: child?.signalCode });
    });
    child = workers.get(number)?.child;
    return started.then(() => {
      hasServed = true;
    });
  }

  function replace(number: number, server: Server, onLost: (facts: object) => void, isSteady: boolean, facts: object) {
    const pauseMs = isSteady ? FIRST_PAUSE_MS : (pauses.get(number) ?? FIRST_PAUSE_MS);
    pauses.set(number, Math.min(2 * pauseMs, MAX_PAUSE_MS));
    onLost({ worker: number, ...facts, pause_seconds: pauseMs / 1_000 });
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (isStopping) return;
      keep(number, server, onLost).catch((err) => replace(number, server, onLost, false, { err }));
    }, pauseMs);
    timers.add(timer);
  }

  // One that is suspended does not notice that its channel is closed.
  const kill = ({ child }: Worker) => void child.kill('SIGKILL');
  process.on('exit', () => [...workers.values()].forEach(kill));

  return {
    number: 0,
    callables,
    async start(server, onLost) {
      const numbers = Array.from({ length: count - 1 }, (_, index) => index + 1);
      await Promise.all(numbers.map((number) => keep(number, server, onLost)));
    },
    async callWorkers(name, ...values) {
      const serving = [...workers.values()].filter(({ isServing }) => isServing);
      const results = await Promise.allSettled(
        serving.map(({ channel }) => withTimeout(ANSWER_MS, () => channel.call(name, ...values))),
      );
      return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    },
    onEnd: (hear) => void hearers.push(hear),
    async stop(how) {
      isStopping = true;
      for (const timer of timers) clearTimeout(timer);
      const all = [...workers.values()];
      for (const { channel } of all) channel.call('stop', how).catch(() => {});
      const late = setTimeout(() => all.forEach(kill), how.delayMs + how.drainMs + KILL_MS);
      await Promise.all(all.map(({ ended }) => ended));
      clearTimeout(late);
    },
  };
}

/** Resolves when a process has ended and its last messages have been read: one of them may ask for a write turn. */
function endOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    const onExit = () => (child.connected ? void child.once('disconnect', resolve) : resolve());
    child.once('exit', onExit).once('error', onExit);
  });
}

/** All processes accept from one socket: the kernel does not assign connections to a process that is busy, or has ended. */
function descriptorOf(server: Server): number {
  const { _handle } = server as Server & { _handle?: { fd?: number } };
  if (_handle?.fd === undefined || _handle.fd < 0) throw new Error('The server does not listen.');
  return _handle.fd;
}
