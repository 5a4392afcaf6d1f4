import {
  ATTEMPTS_WINDOW_SECONDS,
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

/** Opens the counter of a window, which has a name of its own. */
export type OpenWindow = (name: string, seconds: number) => FixedWindow;

/**
 * Counters in memory, for a single node.
 * @param open replaced where the processes of the node share their counters
 */
export function createMemoryLimits(
  figures: AllWindowFigures,
  open: OpenWindow = (_name, seconds) => createMemoryWindow(seconds),
): Limits {
  return {
    quota: open('quota', WINDOW_SECONDS),
    attempts: createAttemptGuard(open('attempts', ATTEMPTS_WINDOW_SECONDS)),
    reportAttempts: createAttemptGuard(open('reports', REPORT_WINDOW_SECONDS)),
    knownAddresses: open('known', KNOWN_ADDRESS_SECONDS),
    windows: createWindows(figures, open),
    problem: async () => undefined,
    close: async () => {},
  };
}
