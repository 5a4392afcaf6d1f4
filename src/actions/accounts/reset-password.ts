import { type Account, findAccountByEmail, setPasswordHash } from '../../catalog/accounts/accounts.ts';
import {
  countLiveResets,
  deleteReset,
  deleteResetsOf,
  findReset,
  insertReset,
} from '../../catalog/accounts/password-resets.ts';
import { deleteSessionsOf } from '../../catalog/accounts/sessions.ts';
import { addJob } from '../../catalog/operations/jobs.ts';
import type { Db } from '../../catalog/schema.ts';
import { AppError } from '../../core/errors.ts';
import { hashToken, newToken, tokenKind } from '../../core/ids.ts';
import { hashPassword } from '../../identity/password-hash.ts';
import type { Clock } from '../../lib/clock.ts';
import type { SendMail } from '../../mail/port.ts';
import { normalizeEmail } from './register-account.ts';
import { resetMail } from './reset-mail.ts';

export const SEND_RESET_JOB = 'send-password-reset';

const HOUR_MS = 3_600_000;
/** So that nobody's mailbox is flooded. */
const MAX_LIVE_RESETS = 5;

interface Deps {
  db: Db;
  clock: Clock;
}

/** What the job is told: an address that may be nobody's. */
export interface WantedReset {
  email: string;
  /** Unix milliseconds. */
  requestedAt: number;
}

/**
 * Has a link to a new password sent, if anybody is registered with the address. Whether anybody is, is looked up later:
 * the same is done here, and in the same time, either way.
 */
export async function requestReset({ db, clock }: Deps, email: string): Promise<void> {
  const now = clock.now();
  const payload: WantedReset = { email: normalizeEmail(email), requestedAt: now };
  await addJob(db, { kind: SEND_RESET_JOB, payload, runAtMs: now }, now);
}

/**
 * Makes a token that sets a new password of the account: once, within an hour.
 * @returns the address of the page for it; the token is in the fragment, which browsers send to nobody
 */
export async function issueReset({ db, clock }: Deps, account: Account, baseUrl: string): Promise<string> {
  const token = newToken('password-reset');
  const expiresAt = clock.now() + HOUR_MS;
  await insertReset(db, { accountId: account.id, tokenHash: hashToken(token), expiresAt });
  return `${baseUrl}/reset#${token}`;
}

/**
 * Sends the link that was asked for. Repeated after a failure it sends another one.
 * @throws what sending throws; the link that was not sent does not work then
 */
export async function sendReset(
  deps: Deps & { sendMail: SendMail; readonly baseUrl: string },
  { email, requestedAt }: WantedReset,
): Promise<void> {
  const { db, clock, sendMail, baseUrl } = deps;
  const account = await findAccountByEmail(db, email);
  if (account === undefined || clock.now() - requestedAt > HOUR_MS) return;
  if ((await countLiveResets(db, account.id, clock.now())) >= MAX_LIVE_RESETS) return;
  const link = await issueReset(deps, account, baseUrl);
  try {
    await sendMail(resetMail(account.email, link));
  } catch (error) {
    await deleteReset(db, hashToken(link.slice(link.indexOf('#') + 1)));
    throw error;
  }
}

/**
 * Sets the new password of the account that the token was made for; all its sessions end.
 * @throws AppError INVALID_PARAMETER when the token is wrong, used or too old
 */
export async function resetPassword({ db, clock }: Deps, token: string, password: string): Promise<void> {
  const hash = hashToken(token);
  const known = tokenKind(token) === 'password-reset' ? await findReset(db, hash, clock.now()) : undefined;
  if (known === undefined) throw spent();
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (tx) => {
    // Of two that come at once one finds it gone.
    if (!(await deleteReset(tx, hash))) throw spent();
    await setPasswordHash(tx, known, passwordHash);
    await deleteResetsOf(tx, known);
    await deleteSessionsOf(tx, known);
  });
}

function spent(): AppError {
  return new AppError('INVALID_PARAMETER', {
    detail: 'The link is wrong, has been used or is too old: ask for another one.',
    param: 'token',
  });
}
