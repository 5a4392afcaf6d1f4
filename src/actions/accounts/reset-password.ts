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
import type { PublicUrls } from '../../core/links.ts';
import { hashPassword } from '../../identity/password-hash.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Mail, SendMail } from '../../mail/port.ts';
import { normalizeEmail } from './register-account.ts';

export const SEND_RESET_JOB = 'send-password-reset';

const HOUR_MS = 3_600_000;
/** Prevents flooding a mailbox. */
const MAX_LIVE_RESETS = 5;

interface Deps {
  db: Db;
  clock: Clock;
}

/** Payload of the job. The address may belong to no account. */
export interface WantedReset {
  email: string;
  /** Unix milliseconds. */
  requestedAt: number;
}

/**
 * Queues a mail with a password reset link. Only the job looks the address up, so that the response and its time do not
 * reveal whether an account exists.
 */
export async function requestReset({ db, clock }: Deps, email: string): Promise<void> {
  const now = clock.now();
  const payload: WantedReset = { email: normalizeEmail(email), requestedAt: now };
  await addJob(db, { kind: SEND_RESET_JOB, payload, runAtMs: now }, now);
}

/**
 * Creates a reset token, valid once and for one hour.
 * @returns the link to the reset page. The token is in the fragment, which browsers do not send.
 */
export async function issueReset({ db, clock }: Deps, account: Account, baseUrl: string): Promise<string> {
  const token = newToken('password-reset');
  const expiresAt = clock.now() + HOUR_MS;
  await insertReset(db, { accountId: account.id, tokenHash: hashToken(token), expiresAt });
  return `${baseUrl}/reset#${token}`;
}

/**
 * Sends the mail with the reset link. A retry sends a new link.
 * @throws errors of the mailer; the unsent link is invalid then
 */
export async function sendReset(
  deps: Deps & { sendMail: SendMail; urls: PublicUrls },
  { email, requestedAt }: WantedReset,
): Promise<void> {
  const { db, clock, sendMail, urls } = deps;
  const account = await findAccountByEmail(db, email);
  if (account === undefined || clock.now() - requestedAt > HOUR_MS) return;
  if ((await countLiveResets(db, account.id, clock.now())) >= MAX_LIVE_RESETS) return;
  const link = await issueReset(deps, account, urls.baseUrl);
  try {
    await sendMail(resetMail(account.email, link));
  } catch (error) {
    await deleteReset(db, hashToken(link.slice(link.indexOf('#') + 1)));
    throw error;
  }
}

/**
 * Sets a new password by a reset token and ends all sessions of the account.
 * @throws AppError INVALID_PARAMETER when the token is wrong, used or expired
 */
export async function resetPassword({ db, clock }: Deps, token: string, password: string): Promise<void> {
  const hash = hashToken(token);
  const known = tokenKind(token) === 'password-reset' ? await findReset(db, hash, clock.now()) : undefined;
  if (known === undefined) throw invalidToken();
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (tx) => {
    // A concurrent request may have used the token.
    if (!(await deleteReset(tx, hash))) throw invalidToken();
    await setPasswordHash(tx, known, passwordHash);
    await deleteResetsOf(tx, known);
    await deleteSessionsOf(tx, known);
  });
}

function invalidToken(): AppError {
  return new AppError('INVALID_PARAMETER', {
    detail: 'The link is wrong, used or expired: request another one.',
    param: 'token',
  });
}

function resetMail(to: string, link: string): Mail {
  const { host } = new URL(link);
  return {
    to,
    subject: `A new password for ${host}`,
    text: `Hello,

a new password was requested for your account at ${host}.
If you requested it, choose the password here within one hour:

${link}

The link is valid once. If you did not request it, ignore this mail: your
password does not change.
`,
  };
}
