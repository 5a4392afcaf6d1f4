import type { StoreLocation } from './blobs/port.ts';
import type { Config } from './config.ts';
import { newId } from './core/ids.ts';
import { createEdge } from './edge/create-edge.ts';
import type { HttpDeps } from './http/deps.ts';
import { createBatchRunner, runTogether } from './jobs/batch-runner.ts';
import { jobKinds } from './jobs/kinds.ts';
import { purgeEdgeJob } from './jobs/purge-edge.ts';
import { createJobRunner, type JobRunner, type RunnerDeps } from './jobs/runner.ts';
import type { ResetDeps } from './jobs/send-reset.ts';
import { createSmtpMailer } from './mail/smtp.ts';

/** The work that this node does beside its requests. */
export function openJobs(
  config: Config,
  deps: HttpDeps & { locations: readonly StoreLocation[] },
  logger: { error(facts: object, message: string): void },
): JobRunner {
  const { db, clock } = deps;
  const owner = newId('job');
  const onFailure: RunnerDeps['onFailure'] = (kind, error, dead) =>
    logger.error({ err: error, kind, dead }, 'job failed');
  const purges = purgeEdgeJob({
    db,
    clock,
    edge: createEdge(config.edge),
    imageHost: () => deps.imageHost,
    variantWidths: deps.variantWidths,
  });
  const main = createJobRunner({
    db,
    clock,
    kinds: jobKinds(deps, {
      verifyBytesPerSecond: config.storage.verifyBytesPerSecond,
      onCorruptBlob: (damage) => logger.error(damage, 'a stored blob is damaged'),
      resets: resetDeps(config, deps),
    }),
    kindsOfOthers: [purges.kind],
    owner,
    onFailure,
  });
  return runTogether([main, createBatchRunner({ db, clock, kind: purges, owner, onFailure })]);
}

/** What sends password resets; undefined where no mail server is set. */
function resetDeps({ mail }: Config, deps: HttpDeps): ResetDeps | undefined {
  const { db, clock } = deps;
  if (mail.smtpUrl === undefined) return undefined;
  const sendMail = createSmtpMailer(mail.smtpUrl, () => mail.smtpFrom ?? `imgd@${new URL(deps.baseUrl).hostname}`);
  return {
    db,
    clock,
    sendMail,
    get baseUrl() {
      return deps.baseUrl;
    },
  };
}
