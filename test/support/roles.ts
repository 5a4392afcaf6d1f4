import type { PrimaryRole, WorkerRole } from '../../src/compose/processes/roles.ts';
import type { Callables } from '../../src/lib/process-channel.ts';

/**
 * The roles of a primary process and a worker process, for two services in this process. They call each other with copies
 * of the values, as over a channel. Each listens by itself, and ends by itself.
 */
export function makeRoles(): [PrimaryRole, WorkerRole] {
  const ofPrimary: Callables = new Map();
  const ofWorker: Callables = new Map();
  const callIn =
    (callables: Callables) =>
    async (name: string, ...values: unknown[]) => {
      const called = callables.get(name) as ((...values: unknown[]) => unknown) | undefined;
      return structuredClone(await called?.(...structuredClone(values)));
    };
  const callPrimary = callIn(ofPrimary);
  const callWorker = callIn(ofWorker);
  const primary: PrimaryRole = {
    number: 0,
    callables: ofPrimary,
    start: async () => {},
    callWorkers: async (name, ...values) => [await callWorker(name, ...values)],
    onEnd: () => {},
    stop: async () => {},
  };
  const worker: WorkerRole = {
    number: 1,
    callables: ofWorker,
    callPrimary,
    tellPrimary: (name, ...values) => void callPrimary(name, ...values),
    listeningFd: undefined,
    hasPrimaryEnded: () => false,
    obey: () => {},
  };
  return [primary, worker];
}
