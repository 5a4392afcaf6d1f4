/** A program that the service under test works with, on loopback, its data in a directory of its own. */
export interface Service {
  name: string;
  /** How it is reached. */
  url: string;
  /** Process to look at; another one after a restart. */
  pid(): number;
  /** Starts it again on the same address and data, and waits until it answers. */
  start(): Promise<void>;
  /** Ends it in its own way and waits for that. */
  stop(): Promise<void>;
  /** Ends it at once, with all of its processes (SIGKILL), and waits for that. */
  kill(): Promise<void>;
}

/** What each file of this directory that is a service exports: starts it with its data below `dir`. */
export type StartService = (dir: string) => Promise<Service>;
