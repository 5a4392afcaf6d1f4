import { DELETE_ACCOUNT_JOB, removeClosedAccount } from '../actions/accounts/delete-account.ts';
import { SEND_NOTICE_JOB } from '../actions/accounts/notify-account.ts';
import { SEND_RESET_JOB, sendReset, type WantedReset } from '../actions/accounts/reset-password.ts';
import { sessionTime } from '../actions/accounts/sessions.ts';
import { SEND_VERIFICATION_JOB, sendVerification } from '../actions/accounts/verify-email.ts';
import { deleteUndecided } from '../actions/moderation/approve-account.ts';
import { forgetUploaders } from '../actions/moderation/create-uploader-hash.ts';
import { ACCOUNT_TASK_JOB, runAccountTask, type TaskDeps } from '../actions/moderation/run-account-task.ts';
import { collectGarbage, collectOrphans, type GarbageDeps } from '../actions/operations/collect-garbage.ts';
import { COUNT_STORED_JOB, countStored } from '../actions/operations/count-stored.ts';
import {
  EVICT_VARIANTS_JOB,
  evictVariants,
  type VariantFigures,
  variantFiguresOf,
} from '../actions/operations/evict-variants.ts';
import { expireImages, purgeTrash } from '../actions/operations/expire-images.ts';
import { type PurgeDeps, purgeImages } from '../actions/operations/purge-images.ts';
import { claimStores, type OwnershipDeps } from '../actions/operations/store-ownership.ts';
import { verifyChecksums } from '../actions/operations/verify-checksums.ts';
import { removeUploads } from '../actions/upload/remove-uploads.ts';
import { type BlobStore, keyPrefixAt } from '../blobs/port.ts';
import { addUpChanges } from '../catalog/accounts/account-changes.ts';
import { deleteAccountDaysBefore } from '../catalog/accounts/account-days.ts';
import { deleteOldTasks, updateTask } from '../catalog/accounts/account-tasks.ts';
import { deleteExpiredChallenges } from '../catalog/accounts/challenges.ts';
import { deleteExpiredVerifications } from '../catalog/accounts/email-verifications.ts';
import { deleteExpiredExports } from '../catalog/accounts/exports.ts';
import { deleteOldInvitations } from '../catalog/accounts/invitations.ts';
import { deleteExpiredKeys } from '../catalog/accounts/keys.ts';
import { deleteExpiredResets } from '../catalog/accounts/password-resets.ts';
import { deleteExpiredSignIns } from '../catalog/accounts/provider-sign-ins.ts';
import { deleteExpiredSessions } from '../catalog/accounts/sessions.ts';
import { deleteEndedTickets } from '../catalog/accounts/tickets.ts';
import { type CorruptBlob, recordCorruptBlob } from '../catalog/blobs/blob-integrity.ts';
import { deleteOldDeletions } from '../catalog/images/deletions.ts';
import { PURGE_JOB, PURGE_PRIORITIES, type PurgePayload, type Removals } from '../catalog/images/removals.ts';
import { deleteExpiredIdempotencyRecords } from '../catalog/operations/idempotency.ts';
import { payloadOf } from '../catalog/operations/jobs.ts';
import type { Db } from '../catalog/schema.ts';
import { deleteFinishedDeliveries, markFullWebhooks } from '../catalog/webhooks/deliveries.ts';
import type { PublicUrls } from '../core/links.ts';
import { dayOf } from '../core/statistics.ts';
import type { Clock } from '../lib/clock.ts';
import { type Notice, noticeMail } from '../mail/notices.ts';
import type { SendMail } from '../mail/port.ts';
import type { BatchKind, JobKind } from './runner.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DELETION_KEPT_MS = 30 * 24 * 60 * MINUTE_MS;
const ACCOUNT_DAYS_KEPT_MS = 400 * 24 * 60 * MINUTE_MS;
/** The largest number of images that any edge purges in one call. */
const MAX_PURGES = 100;
/** With the delays between them, these attempts take a day. */
const MAX_PURGE_ATTEMPTS = 32;
const PURGE_POLL_MS = 250;
const URGENT_POLL_MS = 250;
const TASK_PART_MS = 2 * SECOND_MS;
const TASKS_KEPT_MS = 400 * 24 * 60 * MINUTE_MS;
/** Of each webhook, as long as they are kept at all. */
const MAX_FINISHED_DELIVERIES = 10_000;

export interface JobOptions {
  /** 0 = checksums are not verified. */
  verifyBytesPerSecond: number;
  /** All variants together; 0 = unlimited. */
  maxVariantBytes: number;
  onCorruptBlob(found: CorruptBlob): void;
  /** Undefined without a mail server: pending mails are dropped. */
  sendMail: SendMail | undefined;
  urls: PublicUrls;
  sessionIdleDays: number;
  /** 0 = no hashes of uploaders are kept. */
  uploaderHashDays: number;
  /** After so many days, accounts that wait are deleted. */
  waitingDays: number;
  webhooks: { maxPending: number; keepDays: number };
  onFullWebhook(id: string): void;
}

/** All job kinds but those that run in batches. */
export function jobKinds(deps: GarbageDeps & OwnershipDeps & { removals: Removals }, options: JobOptions): JobKind[] {
  const { verifyBytesPerSecond, maxVariantBytes, onCorruptBlob, sendMail, urls } = options;
  return [
    { kind: 'expire-images', everyMs: 20 * SECOND_MS, run: async () => void (await expireImages(deps)) },
    { kind: 'purge-trash', everyMs: MINUTE_MS, run: async () => void (await purgeTrash(deps)) },
    { kind: 'remove-uploads', everyMs: MINUTE_MS, run: async () => removeUploads(deps) },
    { kind: 'collect-garbage', everyMs: 20 * SECOND_MS, run: async () => collectGarbage(deps) },
    { kind: 'forget-expired', everyMs: 10 * MINUTE_MS, run: async () => deleteExpired(deps, options) },
    { kind: 'tend-webhooks', everyMs: 15 * SECOND_MS, run: async () => tendWebhooks(deps, options) },
    { kind: COUNT_STORED_JOB, everyMs: 30 * SECOND_MS, run: (payload) => countStored(deps, payload) },
    { kind: 'add-up-accounts', everyMs: MINUTE_MS, run: async () => addUpChanges(deps.db) },
    collectOrphansJob(deps),
    evictVariantsJob(deps, maxVariantBytes),
    {
      kind: DELETE_ACCOUNT_JOB,
      async run(payload) {
        const { accountId, images } = payload as { accountId: string; images: 'delete' | 'keep' };
        await removeClosedAccount(deps, accountId, images);
      },
    },
    {
      kind: SEND_RESET_JOB,
      async run(payload) {
        if (sendMail !== undefined) await sendReset({ ...deps, sendMail, urls }, payload as WantedReset);
      },
    },
    {
      kind: SEND_VERIFICATION_JOB,
      async run(payload) {
        if (sendMail !== undefined) await sendVerification({ ...deps, sendMail, urls }, payload);
      },
    },
    {
      kind: SEND_NOTICE_JOB,
      async run(payload) {
        await sendMail?.(noticeMail(payload as Notice, urls.baseUrl));
      },
    },
    ...(verifyBytesPerSecond === 0 ? [] : [verifyChecksumsJob(deps, verifyBytesPerSecond, onCorruptBlob)]),
  ];
}

/**
 * Purges changed and deleted images from the edge, in batches. Takedowns and quarantines have a queue of their own, so
 * that they do not wait even for the batch that is under way.
 */
export function purgeEdgeKinds(deps: PurgeDeps): BatchKind[] {
  const { moderation, deletion, change } = PURGE_PRIORITIES;
  return [purgeQueue(deps, [moderation], URGENT_POLL_MS), purgeQueue(deps, [deletion, change], PURGE_POLL_MS)];
}

function purgeQueue(deps: PurgeDeps, priorities: readonly number[], pollMs: number): BatchKind {
  return {
    kind: PURGE_JOB,
    priorities,
    maxBatch: MAX_PURGES,
    maxAttempts: MAX_PURGE_ATTEMPTS,
    pollMs,
    async runAll(jobs) {
      const requests = jobs.map(({ payload, attempts }) => ({
        ...(payload as PurgePayload),
        attempts,
        last: attempts >= MAX_PURGE_ATTEMPTS,
      }));
      const failures = await purgeImages(deps, requests);
      return failures.map((error) => error && { error, retryAfterMs: error.retryAfterMs });
    },
  };
}

/** Works on the images of accounts in short parts, so that a stop of the service does not wait for a task. */
export function accountTaskKind(deps: TaskDeps): BatchKind {
  return {
    kind: ACCOUNT_TASK_JOB,
    maxBatch: 1,
    maxAttempts: MAX_PURGE_ATTEMPTS,
    pollMs: SECOND_MS,
    runAll: (jobs) =>
      Promise.all(
        jobs.map(async ({ payload }) => {
          const { taskId } = payload as { taskId: string };
          try {
            return (await runAccountTask(deps, taskId, TASK_PART_MS)) ? undefined : ('again' as const);
          } catch (error) {
            await updateTask(deps.db, taskId, { problem: String(error) }).catch(() => {});
            return { error };
          }
        }),
      ),
  };
}

/**
 * Deletes expired rows. Queries already ignore them, except for deletions and ended invitations, which are kept for 30
 * days, the daily figures of accounts, for 400 days, and accounts that wait.
 */
async function deleteExpired(
  deps: GarbageDeps & { removals: Removals },
  { sessionIdleDays, uploaderHashDays, waitingDays }: JobOptions,
): Promise<void> {
  const { db, clock } = deps;
  await deleteExpiredKeys(db, clock.now());
  await deleteEndedTickets(db, clock.now());
  await deleteExpiredSessions(db, sessionTime({ clock, sessionIdleDays }));
  await deleteExpiredResets(db, clock.now());
  await deleteExpiredVerifications(db, clock.now());
  await deleteExpiredSignIns(db, clock.now());
  await deleteExpiredChallenges(db, clock.now());
  await deleteExpiredIdempotencyRecords(db, clock.now());
  await deleteExpiredExports(db, clock.now());
  await deleteOldInvitations(db, clock.now());
  await deleteUndecided(deps, waitingDays);
  await forgetUploaders({ db, clock }, uploaderHashDays);
  await deleteOldDeletions(db, clock.now() - DELETION_KEPT_MS);
  await deleteOldTasks(db, clock.now() - TASKS_KEPT_MS);
  await deleteAccountDaysBefore(db, dayOf(clock.now() - ACCOUNT_DAYS_KEPT_MS));
}

/** Keeps the deliveries of webhooks within their bounds, those that are pending and those that are finished. */
async function tendWebhooks(
  { db, clock }: GarbageDeps,
  { webhooks, onFullWebhook }: Pick<JobOptions, 'webhooks' | 'onFullWebhook'>,
): Promise<void> {
  const { maxPending, keepDays } = webhooks;
  for (const id of await markFullWebhooks(db, maxPending, clock.now())) onFullWebhook(id);
  await deleteFinishedDeliveries(db, clock.now() - keepDays * DAY_MS, MAX_FINISHED_DELIVERIES);
}

/** Keeps the variants within their bytes. Its payload holds their figures. */
export function evictVariantsJob(deps: GarbageDeps, maxBytes: number): JobKind {
  return {
    kind: EVICT_VARIANTS_JOB,
    everyMs: MINUTE_MS,
    async run(payload): Promise<VariantFigures> {
      const before = variantFiguresOf(payload);
      const { bytes, evicted } = await evictVariants(deps, maxBytes);
      return { bytes, evicted: before.evicted + evicted };
    },
  };
}

/** Stored in the catalog, so its old word stays. */
const VERIFY_CHECKSUMS_JOB = 'scrub-blobs';
/** Short enough that a stop of the service does not wait for it. */
const SLICE_SECONDS = 5;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Progress of a pass over all blobs, and when it began. Passes begin at least a day apart. */
interface Progress {
  /** The last key read; '' = the pass is complete. */
  after: string;
  begunAt: number;
}

/**
 * Verifies the checksums of all blobs, one slice a minute, and resumes after a restart. Corrupt blobs are recorded, and
 * the storage stays degraded until `imgd doctor --repair` has repaired them.
 * @param bytesPerSecond the average over a minute
 * @param sliceSeconds the part of each minute in which a slice is read
 */
export function verifyChecksumsJob(
  deps: { db: Db; clock: Clock; blobs: BlobStore },
  bytesPerSecond: number,
  onCorruptBlob: (found: CorruptBlob) => void,
  sliceSeconds = SLICE_SECONDS,
): JobKind {
  return {
    kind: VERIFY_CHECKSUMS_JOB,
    everyMs: MINUTE_MS,
    async run(payload): Promise<Progress> {
      const progress: Progress = { after: '', begunAt: 0, ...(payload as Partial<Progress> | null) };
      const now = deps.clock.now();
      if (progress.after === '' && now - progress.begunAt < DAY_MS) return progress;
      const begunAt = progress.after === '' ? now : progress.begunAt;
      const maxBytes = bytesPerSecond * (MINUTE_MS / 1_000);
      const bounds = { after: progress.after, maxBytes, bytesPerSecond: maxBytes / sliceSeconds };
      const { corrupt, next } = await verifyChecksums(deps, bounds);
      for (const found of corrupt) {
        await recordCorruptBlob(deps.db, found, now);
        onCorruptBlob(found);
      }
      return { after: next, begunAt };
    },
  };
}

// The kind and its payload are stored in the catalog, so their old words stay.
const COLLECT_ORPHANS_JOB = 'sweep-strays';
interface OrphanProgress {
  /** The key prefix before which orphans have been collected. */
  sweptUpTo: string;
}
const EVERY_MS = 15 * 60_000;
/** Far longer than any upload takes from its first blob to its commit. */
const GRACE_MS = 3_600_000;

/** Collects the orphans of uploads whose process died. Each run covers the time since the one before. */
export function collectOrphansJob(deps: GarbageDeps & OwnershipDeps): JobKind {
  return {
    kind: COLLECT_ORPHANS_JOB,
    everyMs: EVERY_MS,
    async run(payload): Promise<OrphanProgress> {
      const problem = await claimStores(deps);
      if (problem !== undefined) throw new Error(`Orphans are not collected. ${problem.text}.`);
      const before = keyPrefixAt(deps.clock.now() - GRACE_MS);
      await deps.blobs.abandonUnfinished(before);
      await collectOrphans(deps, collectedUpTo(payload), before);
      return { sweptUpTo: before };
    },
  };
}

/**
 * Collects all orphans at the start of a service that alone uses its store. No upload is running, so there is no grace
 * period. The caller must own the store.
 * @returns the number of blobs removed
 */
export async function collectOrphansAtStart(deps: GarbageDeps): Promise<number> {
  return collectOrphans(deps, collectedUpTo(await payloadOf(deps.db, COLLECT_ORPHANS_JOB)), '~');
}

function collectedUpTo(payload: unknown): string {
  return (payload as Partial<OrphanProgress> | null | undefined)?.sweptUpTo ?? '';
}
