/** A service that imgd uses in tests, on loopback, with a data directory of its own. */
export interface Service {
  name: string;
  /** Its address. */
  url: string;
  /** Process id; it changes with a restart. */
  pid(): number;
  /** Restarts it with the same address and data, and waits until it answers. */
  start(): Promise<void>;
  /** Stops it gracefully and waits. */
  stop(): Promise<void>;
  /** Kills all of its processes (SIGKILL) and waits. */
  kill(): Promise<void>;
}

/** The `start` export of each service in this directory: starts it with its data below `dir`. */
export type StartService = (dir: string) => Promise<Service>;
