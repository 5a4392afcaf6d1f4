import {
  type Account,
  findAccountByEmail,
  findAccountCredentials,
  lockAccount,
  setPasswordHash,
  updateProfile,
} from '../../catalog/accounts/accounts.ts';
import { deleteVerificationsOf } from '../../catalog/accounts/email-verifications.ts';
import { deleteKeysOf } from '../../catalog/accounts/keys.ts';
import {
  countLiveResets,
  deleteResetsOf,
  findReset,
  insertReset,
  takeReset,
} from '../../catalog/accounts/password-resets.ts';
import { deleteIdentitiesOf } from '../../catalog/accounts/provider-sign-ins.ts';
import { deleteFactorsOf } from '../../catalog/accounts/second-factors.ts';
import { deleteSessionsOf } from '../../catalog/accounts/sessions.ts';
import { addAudit } from '../../catalog/moderation/audit.ts';
import { addJob } from '../../catalog/operations/jobs.ts';
import type { Db, Tx } from '../../catalog/schema.ts';
import { deleteWebhooksOf } from '../../catalog/webhooks/webhooks.ts';
import { AppError } from '../../core/errors.ts';
import { hashToken, newToken, tokenKind } from '../../core/ids.ts';
import type { PublicUrls } from '../../core/links.ts';
import { timestamp } from '../../core/time.ts';
import { checkNewPassword } from '../../identity/common-passwords.ts';
import { hashPassword } from '../../identity/password-hash.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Mail, SendMail } from '../../mail/port.ts';
import { type NoticeDeps, notifyAccount } from './notify-account.ts';
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
 * @param isMailed whether only the owner of the account's address receives the link
 * @returns the link to the reset page. The token is in the fragment, which browsers do not send.
 */
export async function issueReset(
  { db, clock }: Deps,
  account: Account,
  baseUrl: string,
  isMailed: boolean,
): Promise<string> {
  const token = newToken('password-reset');
  const expiresAt = clock.now() + HOUR_MS;
  await db.transaction().execute(async (tx) => {
    await insertReset(tx, { accountId: account.id, tokenHash: hashToken(token), expiresAt, isMailed });
    if (isMailed) return;
    // Only a command of the operator gets the link itself.
    const details = { expires_at: timestamp(expiresAt) };
    await addAudit(tx, { actorId: null, action: 'account.reset', subject: account.id, details }, clock.now());
  });
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
  const link = await issueReset(deps, account, urls.baseUrl, true);
  try {
    await sendMail(resetMail(account.email, link));
  } catch (error) {
    await takeReset(db, hashToken(link.slice(link.indexOf('#') + 1)));
    throw error;
  }
}

/**
 * Sets a new password by a reset token and ends all keys, sessions and mailed links of the account. A mailed link also
 * verifies the address: who opens it is the owner, and who set the account up before may not be.
 * @param from network address of the caller
 * @returns what has ended, and the email address of the account
 * @throws AppError INVALID_PARAMETER when the token is wrong, used or expired, or the password is a common one
 */
export async function resetPassword(
  deps: Deps & NoticeDeps,
  token: string,
  password: string,
  from: string,
): Promise<EndedCredentials & { email: string }> {
  const { db, clock } = deps;
  const hash = hashToken(token);
  const id = tokenKind(token) === 'password-reset' ? await findReset(db, hash, clock.now()) : undefined;
  const known = id === undefined ? undefined : await findAccountCredentials(db, { id });
  if (known === undefined) throw invalidToken();
  await checkNewPassword(password, known.email, 'password');
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (tx) => {
    await lockAccount(tx, known.id);
    // A concurrent request may have used the token, or deleted the account.
    const reset = await takeReset(tx, hash);
    const account = await findAccountCredentials(tx, { id: known.id });
    if (reset === undefined || account === undefined) throw invalidToken();
    const now = clock.now();
    const isFirstProof = reset.isMailed && account.emailVerifiedAt === null;
    const ended = await endCredentials(tx, account.id, now, { wasSetUpByStranger: isFirstProof });
    await setPasswordHash(tx, account.id, passwordHash);
    if (isFirstProof) await updateProfile(tx, account.id, { emailVerifiedAt: now });
    await notifyAccount(deps, tx, account.id, 'password_reset', { from });
    return { ...ended, email: account.email };
  });
}

/** Numbers of live credentials that a change of an account has ended. */
export interface EndedCredentials {
  keys: number;
  sessions: number;
}

/**
 * Ends everything but the password that gives access to an account, or could later: keys, sessions, links that were
 * mailed, a pending change of address. Call it after `lockAccount`, in the transaction that proves who the owner is.
 * @param wasSetUpByStranger the address was unverified before: also ends ways to sign in that somebody else may have
 *   added
 */
export async function endCredentials(
  tx: Tx,
  accountId: string,
  nowMs: number,
  { wasSetUpByStranger }: { wasSetUpByStranger: boolean },
): Promise<EndedCredentials> {
  const keys = await deleteKeysOf(tx, accountId, nowMs);
  const sessions = await deleteSessionsOf(tx, accountId);
  await deleteResetsOf(tx, accountId);
  await deleteVerificationsOf(tx, accountId);
  await updateProfile(tx, accountId, { pendingEmail: null });
  if (wasSetUpByStranger) {
    await deleteIdentitiesOf(tx, accountId);
    await deleteFactorsOf(tx, accountId);
    await deleteWebhooksOf(tx, accountId);
  }
  return { keys, sessions };
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
