import { countNotice, findAccountCredentials } from '../../catalog/accounts/accounts.ts';
import { addJob } from '../../catalog/operations/jobs.ts';
import type { Db } from '../../catalog/schema.ts';
import type { AccountCaller } from '../../core/caller.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Notice, NoticeKind } from '../../mail/notices.ts';

export const SEND_NOTICE_JOB = 'send-account-notice';

const DAY_MS = 86_400_000;
/** Bounds the mails about keys, and all mails to an unverified address. */
const MAX_NOTICES_A_DAY = 20;
/** Lower, so that changes of keys cannot use up the notices about a password. */
const MAX_ROUTINE_NOTICES_A_DAY = 10;
const ROUTINE: ReadonlySet<NoticeKind> = new Set([
  'key_created',
  'key_rotated',
  'key_changed',
  'key_revoked',
  'webhook_disabled',
]);

export interface NoticeDeps {
  clock: Clock;
  /** Whether a mail server is configured; without one there are no notices. */
  sendsMail: boolean;
}

/** Who changes an account, and where from. */
export interface AccountActor {
  caller: AccountCaller;
  /** Network address; null = a command of the operator. */
  from: string | null;
}

/**
 * Queues a mail that tells the owner of an account about a change. Call it in the transaction of the change, before a
 * change of the address: the mail goes to the address that the account has in the transaction.
 * @param from network address of the caller; null = a command of the operator
 * @param detail identifies what was changed; never a secret or a text that a caller chose
 */
export async function notifyAccount(
  { clock, sendsMail }: NoticeDeps,
  tx: Db,
  accountId: string,
  kind: NoticeKind,
  { from, detail }: { from: string | null; detail?: string },
): Promise<void> {
  if (!sendsMail) return;
  const account = await findAccountCredentials(tx, { id: accountId });
  if (account === undefined) return;
  const now = clock.now();
  let isLast = false;
  if (ROUTINE.has(kind) || account.emailVerifiedAt === null) {
    const max = ROUTINE.has(kind) ? MAX_ROUTINE_NOTICES_A_DAY : MAX_NOTICES_A_DAY;
    const count = await countNotice(tx, accountId, now, { windowMs: DAY_MS, max });
    if (count === undefined) return;
    isLast = count === max;
  }
  const payload: Notice = { kind, to: account.email, at: now, from, isLast, ...(detail !== undefined && { detail }) };
  await addJob(tx, { kind: SEND_NOTICE_JOB, payload, runAtMs: now }, now);
}
