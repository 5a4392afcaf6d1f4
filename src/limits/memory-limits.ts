import {
  type AttemptGuard,
  createAttemptGuard,
  createMemoryWindow,
  type FixedWindow,
  KNOWN_ADDRESS_SECONDS,
  REPORT_WINDOW_SECONDS,
  WINDOW_SECONDS,
} from './limits.ts';
import { type AllWindowFigures, createWindows, type Windows } from './windows.ts';

/** All counters of what callers do. */
export interface Limits {
  /** Requests per caller. */
  quota: FixedWindow;
  /** Registrations, sign-ins and other proofs by password. */
  attempts: AttemptGuard;
  /** Reports of images. */
  reportAttempts: AttemptGuard;
  /** Pairs of address and e-mail that have signed in. */
  knownAddresses: FixedWindow;
  /** Limits of single kinds of requests. */
  windows: Windows;
  /** A sentence for operators while the counters are degraded. */
  problem(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** Counters in memory, for a single node. */
export function createMemoryLimits(figures: AllWindowFigures): Limits {
  return {
    quota: createMemoryWindow(WINDOW_SECONDS),
    attempts: createAttemptGuard(),
    reportAttempts: createAttemptGuard(createMemoryWindow(REPORT_WINDOW_SECONDS)),
    knownAddresses: createMemoryWindow(KNOWN_ADDRESS_SECONDS),
    windows: createWindows(figures, (_name, seconds) => createMemoryWindow(seconds)),
    problem: async () => undefined,
    close: async () => {},
  };
}
