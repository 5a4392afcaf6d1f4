import type { Server } from 'node:net';
import type { Environment } from '../../lib/env.ts';
import type { Callables } from '../../lib/process-channel.ts';

/** What a primary process and its worker processes have in common: each is a whole service on the same catalog. */
interface Role {
  /** 0 = the primary process. */
  readonly number: number;
  /** What the other processes may call. Complete it before the service listens. */
  readonly callables: Callables;
}

/** How a service stops. */
export interface Stop {
  reason: string | undefined;
  delayMs: number;
  drainMs: number;
}

/** The process that started the others: it alone prepares the catalog, counts the limits in memory and runs jobs. */
export interface PrimaryRole extends Role {
  /**
   * Starts the worker processes, which accept the connections of the server too.
   * @param onLost called when one has ended by itself: another takes its place
   * @throws Error when one does not start, after its own message
   */
  start(server: Server, onLost: (facts: object) => void): Promise<void>;
  /** Calls all worker processes that serve. One that ends or does not answer has no part in the result. */
  callWorkers(name: string, ...values: unknown[]): Promise<unknown[]>;
  /** @param hear called with the number of each worker process that has ended, before another takes its place */
  onEnd(hear: (worker: number) => void): void;
  /** Stops the worker processes. Resolves when they have ended. */
  stop(how: Stop): Promise<void>;
}

/** A worker process, which ends with its primary process. */
export interface WorkerRole extends Role {
  /** @throws Error with the message of the primary process */
  callPrimary(name: string, ...values: unknown[]): Promise<unknown>;
  /** Calls a function that does not fail, without waiting for it. */
  tellPrimary(name: string, ...values: unknown[]): void;
  /** The listening socket of the primary process, which this process has inherited; undefined = it has its own. */
  readonly listeningFd: number | undefined;
  hasPrimaryEnded(): boolean;
  /** Sets what the primary process asks for. */
  obey(orders: { stop(how: Stop): void; reload(environment: Environment): void }): void;
}

/** The descriptor by which a worker process inherits the listening socket of the primary process. */
export const LISTENING_FD = 4;

export type ProcessRole = PrimaryRole | WorkerRole;

export const isWorker = (role: ProcessRole | undefined): role is WorkerRole => role !== undefined && role.number > 0;
