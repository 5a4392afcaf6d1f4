import { lockAccount } from '../../catalog/accounts/accounts.ts';
import type { TicketRow } from '../../catalog/accounts/rows.ts';
import { countOpenTickets, insertTicket } from '../../catalog/accounts/tickets.ts';
import type { Db } from '../../catalog/schema.ts';
import type { AccountCaller } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import type { InputFormat } from '../../core/formats.ts';
import { hashToken, newId, newToken } from '../../core/ids.ts';
import type { Clock } from '../../lib/clock.ts';
import { requireLiveCaller } from '../accounts/api-keys.ts';

/** Of one account. A site makes one for each visitor, so there may be many; a row takes some 300 bytes. */
const MAX_OPEN_TICKETS = 10_000;

export interface WantedTicket {
  /** The number of images. */
  uploads: number;
  expiresInSeconds: number;
  /** Bytes of one file; null = as the plan allows. */
  maxBytes: number | null;
  /** null = all that the server accepts. */
  formats: readonly InputFormat[] | null;
  /** Of the images; null = none. */
  album: string | null;
  /** Of the images; 0 = permanent. */
  expiryHours: number;
}

export interface TicketDeps {
  db: Db;
  clock: Clock;
  /** Formats that this server accepts. */
  formats: readonly InputFormat[];
}

/**
 * Creates an upload ticket of the caller's account. The ticket of a key ends no later than the key.
 * @returns the ticket and its secret, which is stored as a hash
 * @throws AppError INVALID_PARAMETER (a format that the server does not accept, too many open tickets), INVALID_API_KEY
 *   when the caller's credential has ended since the request began
 */
export async function createTicket(
  { db, clock, formats }: TicketDeps,
  caller: AccountCaller,
  wanted: WantedTicket,
): Promise<TicketRow & { secret: string }> {
  if (wanted.formats?.some((format) => !formats.includes(format))) {
    const detail = `formats are some of ${formats.join(', ')}.`;
    throw new AppError('INVALID_PARAMETER', { detail, param: 'formats', details: { accepted: formats } });
  }
  const secret = newToken('ticket');
  const { accountId, keyId } = caller;
  return db.transaction().execute(async (tx) => {
    const now = clock.now();
    await lockAccount(tx, accountId);
    const keyEnd = await requireLiveCaller(tx, caller, now);
    if ((await countOpenTickets(tx, accountId, now)) >= MAX_OPEN_TICKETS) {
      throw new AppError('INVALID_PARAMETER', {
        detail: `An account can have at most ${MAX_OPEN_TICKETS} open tickets.`,
        details: { max_tickets: MAX_OPEN_TICKETS },
      });
    }
    const row: TicketRow = {
      id: newId('tkt'),
      account_id: accountId,
      key_id: keyId,
      secret_hash: hashToken(secret),
      last4: secret.slice(-4),
      uploads: wanted.uploads,
      used: 0,
      max_bytes: wanted.maxBytes,
      formats: wanted.formats?.join(' ') ?? null,
      album: wanted.album,
      expiry_hours: wanted.expiryHours,
      created_at: now,
      expires_at: Math.min(now + wanted.expiresInSeconds * 1_000, keyEnd ?? Number.POSITIVE_INFINITY),
    };
    await insertTicket(tx, row);
    return { ...row, secret };
  });
}
