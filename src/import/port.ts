import type { OldAddress } from '../core/old-addresses.ts';

// The port of sources: what an import reads from another host. A source never writes, reads each part as a stream, and
// reports what it cannot read instead of failing.

/** An account of another host. */
export interface SourceAccount {
  /** Unique within the source; images refer to it. */
  key: string;
  /** Where it was found, such as `dump.sql:812`. */
  where: string;
  /** As the other host has it; null where its accounts have none. */
  email: string | null;
  /** Whether the other host has proof that the address is the owner's. */
  isVerified: boolean;
  /** The name to sign in with there. */
  username: string | null;
  /** The name that others see; null = none. */
  name: string | null;
  /** Unix milliseconds; null = not known. */
  createdAt: number | null;
  isSuspended: boolean;
  /** A hash of this service's own cost; undefined for all other hosts. */
  passwordHash?: string | undefined;
  /** The name of a plan of this service; undefined for all other hosts. */
  plan?: string | undefined;
}

export interface SourceAlbum {
  /** Key of its account. */
  account: string;
  where: string;
  name: string;
  description: string | null;
  createdAt: number | null;
}

/** An image of another host. */
export interface SourceImage {
  /** Identity within the source, the same in each later dump: what an import has stored is never stored again. */
  item: string;
  where: string;
  filename: string;
  /** Key of its account; null = anonymous. */
  account: string | null;
  album: string | null;
  title: string | null;
  /** What the picture shows. */
  alt: string | null;
  description: string | null;
  tags: readonly string[];
  /** Unix milliseconds; null = not known. */
  uploadedAt: number | null;
  /** null = permanent. */
  expiresAt: number | null;
  views: number;
  addresses: readonly OldAddress[];
  /** Hex SHA-256 of a delete token of this service. */
  deleteTokenHash?: string | undefined;
  /** Hex SHA-256 that the bytes must have; undefined = not known. */
  sha256?: string | undefined;
  /** Opens the bytes; again where the service was busy. @throws SourceError */
  open(): Promise<AsyncIterable<Buffer>>;
  /** Frees what the source holds for this image. Called once for each image, opened or not. */
  discard?(): Promise<void>;
}

/** Why a part of a source is left out. */
export type ProblemCode =
  | 'MISSING_FILE'
  | 'UNREADABLE_FILE'
  | 'BROKEN_ROW'
  | 'TRUNCATED'
  | 'UNSAFE_NAME'
  | 'ENCRYPTED'
  | 'TOO_LARGE'
  | 'CHECKSUM'
  | 'NO_EMAIL'
  | 'UNPROVED_EMAIL'
  | 'UNKNOWN_ACCOUNT'
  | 'PROTECTED';

/** A part of a source that cannot be read; the rest goes on. */
export interface SourceProblem {
  where: string;
  code: ProblemCode;
  /** One sentence with its full stop. */
  reason: string;
}

/** The bytes of one image cannot be read. */
export class SourceError extends Error {
  readonly code: ProblemCode;

  constructor(code: ProblemCode, reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.code = code;
  }
}

/** What another host has. Each list may be read once for each call, in any order; disposal closes files and connections. */
export interface ImportSource extends AsyncDisposable {
  /** Default name of the ledger. */
  name: string;
  accounts(): AsyncIterable<SourceAccount | SourceProblem>;
  albums(): AsyncIterable<SourceAlbum>;
  images(): AsyncIterable<SourceImage | SourceProblem>;
}

export function isProblem<T extends object>(one: T | SourceProblem): one is SourceProblem {
  return 'code' in one && 'reason' in one;
}

/** An image about which the source knows only its name and bytes. */
export const PLAIN_IMAGE = {
  account: null,
  album: null,
  title: null,
  alt: null,
  description: null,
  tags: [],
  uploadedAt: null,
  expiresAt: null,
  views: 0,
  addresses: [],
} as const satisfies Partial<SourceImage>;
