import { type Callables, openProcessChannel } from '../../lib/process-channel.ts';
import { LISTENING_FD, type WorkerRole } from './roles.ts';

/**
 * This process as a worker process, which the primary process has started. It ends at once when that one has ended: the
 * next primary process waits for it.
 */
export function createWorkerRole(number: number): WorkerRole {
  const callables: Callables = new Map();
  const primary = process.ppid;
  const channel = openProcessChannel(process, callables);
  // `process.exit` would wait for a thread in a system call, such as a sync of a disk that hangs.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  // The process manager or a terminal may send them to all processes; the primary one says what to do.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
  return {
    number,
    callables,
    callPrimary: channel.call,
    tellPrimary: channel.tell,
    listeningFd: LISTENING_FD,
    // A process without its parent gets another one before it hears that the channel is closed.
    hasPrimaryEnded: () => process.ppid !== primary || !process.connected,
    obey({ stop, reload }) {
      callables.set('stop', stop).set('reload', reload);
    },
  };
}
