import type { FormatName } from '../core/formats.ts';

/** An image before its publication. */
export interface Candidate {
  /** The file that will be stored. */
  path: string;
  /** Hex. */
  sha256: string;
  sizeBytes: number;
  format: FormatName;
  width: number;
  height: number;
  filename: string;
  /** null for anonymous callers. */
  accountId: string | null;
}

export const DECISIONS = ['accept', 'refuse', 'quarantine'] as const;

export interface Verdict {
  decision: (typeof DECISIONS)[number];
  /** Shown to administrators only. */
  reason: string | null;
}

/** Decides whether an image may be published. */
export interface Validator {
  /** @throws AppError SERVICE_UNAVAILABLE where it fails and no image may pass without a verdict */
  judge(candidate: Candidate): Promise<Verdict>;
}
