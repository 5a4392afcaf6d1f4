// Times are Unix milliseconds; null means absent.

/** What somebody holds against an image. It outlives the image. */
export interface ReportRow {
  id: string;
  image_id: string;
  reason: string;
  comment: string | null;
  email: string | null;
  created_at: number;
  state: string;
  resolved_at: number | null;
  /** Account of the administrator. */
  resolved_by: string | null;
  note: string | null;
}

/** One administrative act. Rows are added and never changed. */
export interface AuditRow {
  id: string;
  at: number;
  /** Both null for commands; as they were at that time, since accounts change and go. */
  actor_id: string | null;
  actor_email: string | null;
  action: string;
  subject: string;
  /** JSON object. */
  details: string;
}

/** A picture that may not come back. */
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

/** One of the eight parts of a blocked perceptual hash, to find similar ones by an index. */
export interface BlockBandRow {
  /** Number of the part times 256, plus its eight bits. */
  band: number;
  block_id: string;
}

/** One figure of one day, UTC. */
export interface StatisticRow {
  /** `YYYY-MM-DD`. */
  day: string;
  name: string;
  value: number;
}

export interface ModerationTables {
  reports: ReportRow;
  audit: AuditRow;
  blocks: BlockRow;
  block_bands: BlockBandRow;
  statistics: StatisticRow;
}
