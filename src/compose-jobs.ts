import type { StoreLocation } from './blobs/port.ts';
import type { Config } from './config.ts';
import { newId } from './core/ids.ts';
import { createEdge } from './edge/create-edge.ts';
import type { HttpDeps } from './http/deps.ts';
import { jobKinds, purgeEdgeKind, type ResetDeps } from './jobs/kinds.ts';
import { createJobRunner, type JobRunner } from './jobs/runner.ts';
import { createSmtpMailer } from './mail/smtp.ts';

/** The background jobs of this node. */
export function openJobs(
  config: Config,
  deps: HttpDeps & { locations: readonly StoreLocation[] },
  logger: { error(facts: object, message: string): void },
): JobRunner {
  const { db, clock } = deps;
  const purgeDeps = {
    db,
    clock,
    edge: createEdge(config.edge),
    imageHost: () => deps.imageHost,
    variantWidths: deps.variantWidths,
  };
  return createJobRunner({
    db,
    clock,
    kinds: jobKinds(deps, {
      verifyBytesPerSecond: config.storage.verifyBytesPerSecond,
      onCorruptBlob: (found) => logger.error(found, 'a stored blob is corrupt'),
      resets: resetDeps(config, deps),
    }),
    batchKinds: [purgeEdgeKind(purgeDeps)],
    owner: newId('job'),
    onFailure: (kind, error, dead) => logger.error({ err: error, kind, dead }, 'job failed'),
  });
}

/** Undefined without a mail server. */
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
