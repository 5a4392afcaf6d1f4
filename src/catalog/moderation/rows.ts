import type { ReportReason, ReportState } from '../../core/states.ts';

/** A report about an image. It outlives the image. */
export interface ReportRow {
  id: string;
  image_id: string;
  reason: ReportReason;
  comment: string | null;
  email: string | null;
  created_at: number;
  state: ReportState;
  resolved_at: number | null;
  /** The account of the administrator. */
  resolved_by: string | null;
  note: string | null;
}

/** One administrative action. Rows never change. */
export interface AuditRow {
  id: string;
  at: number;
  /** Both null for commands. Copied, since accounts change and are deleted. */
  actor_id: string | null;
  actor_email: string | null;
  action: string;
  subject: string;
  /** JSON object. */
  details: string;
}

/** An image that must not be uploaded again. */
export interface BlockRow {
  id: string;
  image_id: string;
  stored_sha256: string;
  uploaded_sha256: string | null;
  perceptual_hash: string | null;
  reason: string;
  created_at: number;
  created_by: string | null;
}

/**
 * The network of an anonymous uploader, as keyed hashes that are erased after days. The hash by the next key links images
 * on both sides of a rotation.
 */
export interface UploaderRow {
  image_id: string;
  /** HMAC of the network by the key at the time of the upload, and by the next one. */
  hash: string;
  next_hash: string;
  /** Name of the secret of `next_hash`. */
  next_key: string;
  uploaded_at: number;
}

/** A network from which uploads are refused: an address range, or the hash of an uploader. */
export interface BlockedNetworkRow {
  id: string;
  /** In CIDR notation; null for an uploader. */
  network: string | null;
  /** Name of the secret of `hash`. */
  hash_key: string | null;
  hash: string | null;
  reason: string | null;
  created_at: number;
  /** The account of the administrator; null = a command. */
  created_by: string | null;
  /** null = never. */
  ends_at: number | null;
}

/** One of the eight bands of a blocked perceptual hash, by which an index finds similar hashes. */
export interface BlockBandRow {
  /** The number of the band times 256, plus its eight bits. */
  band: number;
  block_id: string;
}
