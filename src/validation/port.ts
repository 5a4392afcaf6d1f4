import type { FormatName } from '../core/formats.ts';

/** A picture that is about to be published. */
export interface Candidate {
  /** Of the file that will be stored. */
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

/** What is to become of it. */
export interface Verdict {
  decision: (typeof DECISIONS)[number];
  /** For the administrators; the uploader is not told. */
  reason: string | null;
}

/** Looks at pictures before they are published. */
export interface Validator {
  /** @throws Error when there is no answer, or none that makes sense */
  judge(candidate: Candidate): Promise<Verdict>;
}
