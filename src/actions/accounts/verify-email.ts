import {
  type AccountCredentials,
  findAccountByEmail,
  findAccountCredentials,
  lockAccount,
  updateProfile,
} from '../../catalog/accounts/accounts.ts';
import {
  countLiveVerifications,
  deleteVerification,
  deleteVerificationsOf,
  type EmailVerification,
  findVerification,
  insertVerification,
} from '../../catalog/accounts/email-verifications.ts';
import { deleteResetsOf } from '../../catalog/accounts/password-resets.ts';
import { addJob } from '../../catalog/operations/jobs.ts';
import type { Db, Tx } from '../../catalog/schema.ts';
import { AppError } from '../../core/errors.ts';
import { hashToken, newToken, tokenKind } from '../../core/ids.ts';
import type { PublicUrls } from '../../core/links.ts';
import type { Mail, SendMail } from '../../mail/port.ts';
import { type NoticeDeps, notifyAccount } from './notify-account.ts';

export const SEND_VERIFICATION_JOB = 'send-email-verification';

const DAY_MS = 86_400_000;
/** Links that one mailbox receives a day, from all accounts that claim it. */
const MAX_LIVE_VERIFICATIONS = 5;

interface Deps extends NoticeDeps {
  db: Db;
}

/** Payload of the job. */
interface WantedVerification extends EmailVerification {
  /** Unix milliseconds. */
  requestedAt: number;
}

/**
 * Queues a mail with a link that verifies an address. Does nothing without a mail server.
 * @param email the address of the account, or its pending one
 */
export async function requestVerification(
  { clock, sendsMail }: NoticeDeps,
  db: Db,
  accountId: string,
  email: string,
): Promise<void> {
  if (!sendsMail) return;
  const now = clock.now();
  const payload: WantedVerification = { accountId, email, requestedAt: now };
  await addJob(db, { kind: SEND_VERIFICATION_JOB, payload, runAtMs: now }, now);
}

/**
 * Sends the mail with the link, valid once and for a day. A retry sends a new link.
 * @throws errors of the mailer; the unsent link is invalid then
 */
export async function sendVerification(
  deps: Pick<Deps, 'db' | 'clock'> & { sendMail: SendMail; urls: PublicUrls },
  payload: unknown,
): Promise<void> {
  const { db, clock, sendMail, urls } = deps;
  const { accountId, email, requestedAt } = payload as WantedVerification;
  const now = clock.now();
  const account = await findAccountCredentials(db, { id: accountId });
  if (account === undefined || !isWanted(account, email) || now - requestedAt > DAY_MS) return;
  if ((await countLiveVerifications(db, email, now)) >= MAX_LIVE_VERIFICATIONS) return;
  const token = newToken('email-verification');
  await insertVerification(db, { accountId, email, tokenHash: hashToken(token), expiresAt: now + DAY_MS });
  try {
    // The token is in the fragment, which browsers do not send.
    await sendMail(verificationMail(email, `${urls.baseUrl}/verify#${token}`));
  } catch (error) {
    await deleteVerification(db, hashToken(token));
    throw error;
  }
}

/**
 * Verifies an address by a mailed token. A pending address replaces that of the account, and a mail tells the owner there.
 * @param from network address of the caller
 * @throws AppError INVALID_PARAMETER when the token is wrong, used or expired, or another address is wanted since;
 *   EMAIL_TAKEN when an account has taken the pending address
 */
export async function verifyEmail(deps: Deps, token: string, from: string): Promise<{ email: string }> {
  const { db, clock } = deps;
  const hash = hashToken(token);
  const known = tokenKind(token) === 'email-verification' ? await findVerification(db, hash, clock.now()) : undefined;
  if (known === undefined) throw invalidToken();
  const { accountId, email } = known;
  const verification = db.transaction().execute(async (tx) => {
    await lockAccount(tx, accountId);
    const account = await findAccountCredentials(tx, { id: accountId });
    // A concurrent request may have used the token.
    const isUnused = await deleteVerification(tx, hash);
    if (account === undefined || !isUnused || !isWanted(account, email)) throw invalidToken();
    if (email !== account.email) await moveAccount(deps, tx, account, email, from);
    await updateProfile(tx, accountId, { emailVerifiedAt: clock.now() });
  });
  await verification.catch(async (error) => {
    // A concurrent request may have taken the address.
    await requireFreeAddress(deps, accountId, email);
    throw error;
  });
  return { email };
}

/** @throws AppError EMAIL_TAKEN when another account has the address */
export async function requireFreeAddress({ db }: { db: Db }, id: string, email: string): Promise<void> {
  const holder = await findAccountByEmail(db, email);
  if (holder !== undefined && holder.id !== id) throw new AppError('EMAIL_TAKEN', { param: 'email' });
}

/** @throws a unique violation when another account has the address */
async function moveAccount(deps: Deps, tx: Tx, { id }: AccountCredentials, email: string, from: string): Promise<void> {
  await notifyAccount(deps, tx, id, 'email_changed', { from });
  await updateProfile(tx, id, { email, pendingEmail: null });
  // These links were sent to the old address.
  await deleteResetsOf(tx, id);
  await deleteVerificationsOf(tx, id);
}

/** Whether a verification of the address still changes the account. */
function isWanted({ email, emailVerifiedAt, pendingEmail }: AccountCredentials, wanted: string): boolean {
  return wanted === pendingEmail || (wanted === email && emailVerifiedAt === null);
}

function invalidToken(): AppError {
  return new AppError('INVALID_PARAMETER', {
    detail: 'The link is wrong, used or expired: request another one.',
    param: 'token',
  });
}

function verificationMail(to: string, link: string): Mail {
  const { host } = new URL(link);
  return {
    to,
    subject: `Confirm your email address for ${host}`,
    text: `Hello,

somebody entered this address for an account at ${host}.
If it was you, confirm it here within a day:

${link}

The link is valid once. If it was not you, ignore this mail: an
unconfirmed account does not keep the address from you.
`,
  };
}
