import type { Statistics } from '../actions/operations/statistics.ts';
import { type Attempt, type DeliverDeps, deliverWebhook } from '../actions/webhooks/deliver-webhook.ts';
import type { LeasedDelivery } from '../catalog/webhooks/deliveries.ts';
import type { Config } from '../config.ts';
import { newId } from '../core/ids.ts';
import type { PublicUrls } from '../core/links.ts';
import { createEdge } from '../edge/create-edge.ts';
import { accountTaskKind, jobKinds, purgeEdgeKinds } from '../jobs/kinds.ts';
import { createJobRunner, type JobRunner } from '../jobs/runner.ts';
import { createWebhookDispatcher, type WebhookDispatcher } from '../jobs/webhook-dispatcher.ts';
import type { Tracing } from '../lib/tracing.ts';
import { createWebhookSender } from '../webhooks/http.ts';
import { openMailer } from './adapters.ts';
import type { Storage } from './storage.ts';

type Level = (facts: object, text: string) => void;
type Log = Readonly<Record<'debug' | 'info' | 'warn' | 'error', Level>>;

/** The background jobs of this node, and its deliveries. They read blobs from the store itself, not from the cache. */
export function openJobs(config: Config, storage: JobStorage, logger: Log): JobRunner {
  const { db, clock, urls } = storage;
  const runner = createJobRunner({
    db,
    clock,
    kinds: jobKinds(storage, {
      verifyBytesPerSecond: config.storage.verifyBytesPerSecond,
      maxVariantBytes: config.storage.variantBytes,
      onCorruptBlob: (found) => logger.error(found, 'a stored blob is corrupt'),
      sendMail: openMailer(config, urls),
      urls,
      sessionIdleDays: config.http.sessionIdleDays,
      uploaderHashDays: config.limits.uploaderHashDays,
      waitingDays: config.http.waitingDays,
      webhooks: config.webhooks,
      onFullWebhook: (webhook) => logger.warn({ webhook }, 'webhook has too many pending deliveries'),
    }),
    batchKinds: [
      accountTaskKind(storage),
      ...purgeEdgeKinds({
        db,
        clock,
        urls,
        edge: createEdge(config.edge),
        variantWidths: config.imaging.variantWidths,
        variantPresets: config.imaging.variantPresets,
      }),
    ],
    owner: newId('job'),
    tracing: storage.tracing,
    onFailure: (kind, error, dead) => logger.error({ err: error, kind, dead }, 'job failed'),
  });
  const dispatcher = openDispatcher(config, storage, logger);
  return {
    ...runner,
    async start() {
      await runner.start();
      dispatcher.start();
    },
    stop: async () => void (await Promise.all([runner.stop(), dispatcher.stop()])),
  };
}

export type JobStorage = Storage & {
  urls: PublicUrls;
  tracing: Tracing | undefined;
  statistics: Pick<Statistics, 'count' | 'countAttempt'>;
  webhookSecret: Buffer;
};

/** Delivers the events of webhooks from this node. */
function openDispatcher(config: Config, storage: JobStorage, logger: Log): WebhookDispatcher {
  const { db, clock, statistics, tracing } = storage;
  const deps: DeliverDeps = {
    ...storage,
    send: createWebhookSender({ ...config.webhooks, clock }),
    scheduleSeconds: config.webhooks.scheduleSeconds,
    sendsMail: config.mail.smtpUrl !== undefined,
  };
  return createWebhookDispatcher({
    db,
    clock,
    owner: newId('job'),
    timeoutSeconds: config.webhooks.timeoutSeconds,
    tracing,
    async deliver(leased, owner) {
      const attempt = await deliverWebhook(deps, leased, owner);
      statistics.countAttempt(attempt.outcome);
      logAttempt(logger, leased, attempt);
      return attempt;
    },
    onError: (error) => logger.error({ err: error }, 'deliveries to webhooks failed'),
  });
}

/** Hosts and ids, no path: it may hold a secret of the receiver. */
function logAttempt(logger: Log, { delivery, webhook }: LeasedDelivery, attempt: Attempt): void {
  const { outcome, answer, durationMs, disabled } = attempt;
  const facts = {
    webhook: webhook.id,
    host: new URL(webhook.url).host,
    delivery: delivery.id,
    event: delivery.type,
    attempt: delivery.attempts,
    status: answer.status,
    duration_ms: durationMs,
  };
  if (outcome === 'delivered') logger.debug(facts, 'delivered to a webhook');
  else logger.info({ ...facts, outcome, reason: answer.error }, 'delivery to a webhook failed');
  if (disabled) logger.warn({ webhook: webhook.id, reason: answer.error }, 'webhook disabled');
}
