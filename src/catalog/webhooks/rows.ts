import type { DeliveryState, DeliveryType, DisabledReason } from '../../core/states.ts';

/** An address that receives events. */
export interface WebhookRow {
  id: string;
  /** null = of the whole service. */
  account_id: string | null;
  url: string;
  description: string | null;
  /** Separated by spaces; `*` = all. */
  events: string;
  /** Sealed. */
  secret: string;
  /** Sealed; also signs until the instant. */
  old_secret: string | null;
  old_secret_until: number | null;
  created_at: number;
  /** Set while it gets no events. */
  disabled_at: number | null;
  disabled_reason: DisabledReason | null;
  /** The first of the failures since the last success. */
  failing_since: number | null;
  /** Set while it has too many pending deliveries to get events. */
  full_since: number | null;
}

/** A message to a webhook: its id is the id of the row. */
export interface DeliveryRow {
  id: string;
  webhook_id: string;
  type: DeliveryType;
  /** JSON object: the facts of the event, without links. */
  data: string;
  created_at: number;
  state: DeliveryState;
  /** Started attempts. */
  attempts: number;
  /** The next attempt, or the end of the lease of the running one; null = finished. */
  due_at: number | null;
  /** The process whose attempt is running. */
  lease_owner: string | null;
  attempted_at: number | null;
  finished_at: number | null;
  /** Of the last attempt. */
  duration_ms: number | null;
  /** null = the last attempt got no answer. */
  response_status: number | null;
  /** Why the last attempt failed, in public words. */
  error: string | null;
}
