import { createNetworkBlocks, type NetworkBlocks } from '../actions/moderation/create-network-blocks.ts';
import { createUploaderHash, type UploaderHash } from '../actions/moderation/create-uploader-hash.ts';
import { createWorkChallenges, type WorkChallenges } from '../actions/moderation/create-work-challenges.ts';
import { createWriteProbes, type ProbeDeps, type WriteProbes } from '../actions/operations/create-write-probes.ts';
import { createServiceStorage, type ServiceStorage } from '../actions/upload/create-service-storage.ts';
import type { ScreenDeps } from '../actions/upload/screen-image.ts';
import { findOrCreateSecret } from '../catalog/operations/secrets.ts';
import type { Db } from '../catalog/schema.ts';
import type { Config } from '../config.ts';
import type { PublicUrls } from '../core/links.ts';
import { createOpenidProvider } from '../identity/openid.ts';
import type { IdentityProvider } from '../identity/port.ts';
import type { Decoder } from '../imaging/port.ts';
import type { Clock } from '../lib/clock.ts';
import { createLoadShedder, type LoadShedder } from '../lib/load-shedding.ts';
import type { Tracing } from '../lib/tracing.ts';
import { createMemoryLimits, type Limits } from '../limits/memory-limits.ts';
import { openRedisLimits } from '../limits/redis-limits.ts';
import type { SendMail } from '../mail/port.ts';
import { createSmtpMailer } from '../mail/smtp.ts';
import { openTracing } from '../telemetry/otlp.ts';
import { createHttpValidator } from '../validation/http.ts';

import type { ProcessRole } from './processes/roles.ts';
import { createSharedLimits } from './processes/shared-limits.ts';

export { PICTURE_LIMITS as pictureLimits } from '../imaging/limits.ts';

/** Uploads in progress: few enough that none waits long, and enough that no decoder is idle. */
const SLOTS_PER_DECODER = 10;
const MIN_SLOTS = 20;
/** Under overload: one in each decoder, and one being received or waiting for every two of them. */
const OVERLOADED_SLOTS_PER_DECODER = 1.5;

interface Log {
  warn(facts: object, text: string): void;
  info(text: string): void;
}

/**
 * @param role undefined where one process serves
 * @throws Error that names the setting when Redis refuses the credentials
 */
export async function openLimits(config: Config, logger: Log, role?: ProcessRole): Promise<Limits> {
  const { limits } = config;
  if (limits.redisUrl === undefined) {
    return role === undefined ? createMemoryLimits(limits.windowFigures) : createSharedLimits(config, role);
  }
  return openRedisLimits({
    url: limits.redisUrl,
    prefix: limits.redisPrefix,
    figures: limits.windowFigures,
    onChange(away, error) {
      if (away) logger.warn({ err: error }, 'Redis is unreachable: this node counts requests on its own');
      else logger.info('Redis is reachable again: requests are counted across all nodes');
    },
  });
}

/** Uploads in progress at most. */
export function uploadSlots({
  uploadsAtOnce,
  processes,
}: Pick<Config['imaging'], 'uploadsAtOnce' | 'processes'>): number {
  return uploadsAtOnce > 0 ? uploadsAtOnce : Math.max(SLOTS_PER_DECODER * processes, MIN_SLOTS);
}

/** Bounds the uploads in progress by the number of decoders. */
export function openLoadShedder({ imaging }: Config, decoder: Pick<Decoder, 'load'>): LoadShedder {
  return createLoadShedder({
    slots: uploadSlots(imaging),
    overloadedSlots: Math.ceil(OVERLOADED_SLOTS_PER_DECODER * imaging.processes),
    reservedSlots: imaging.processes,
    queueLength() {
      const { uploads } = decoder.load();
      return uploads.running + uploads.waiting;
    },
  });
}

/** The rules for new uploads. @param onError called when the validator fails */
export function openScreening(
  { limits, validation }: Config,
  onError: (error: unknown) => void,
): Omit<ScreenDeps, 'db'> {
  const { url, ...options } = validation;
  return {
    blockDistance: limits.blockDistance,
    validator: url === undefined ? undefined : createHttpValidator({ url, ...options, onError }),
  };
}

/** The limit of the whole service; undefined = none. */
export function openServiceStorage({ limits }: Config, { db }: { db: Db }): ServiceStorage | undefined {
  return limits.storageBytes === 0 ? undefined : createServiceStorage(db, limits.storageBytes);
}

/** What is known of the networks of uploaders: their hashes, unless no days are set, and the blocked ones. */
export function openNetworks(
  { limits }: Config,
  storage: { db: Db; clock: Clock },
): { networkBlocks: NetworkBlocks; uploaderHash: UploaderHash | undefined } {
  const uploaderHash = createUploaderHash(storage, limits.uploaderHashDays);
  return {
    networkBlocks: createNetworkBlocks(storage, uploaderHash, limits.anonymousUploads),
    uploaderHash: limits.uploaderHashDays === 0 ? undefined : uploaderHash,
  };
}

/** A reload changes the settings of challenges in `config`. */
export async function openWorkChallenges(
  { limits }: Config,
  { db, clock }: { db: Db; clock: Clock },
): Promise<WorkChallenges> {
  const secret = await findOrCreateSecret(db, 'work-challenges');
  return createWorkChallenges({ db, clock, secret, settings: limits });
}

/** @throws Error when IMGD_OIDC_CLIENT_ID is missing */
export function openIdentityProvider({ identity }: Config): IdentityProvider | undefined {
  const { issuer, clientId, clientSecret, displayName: name } = identity;
  if (issuer === undefined) return undefined;
  if (clientId === undefined) throw new Error('IMGD_OIDC_ISSUER requires IMGD_OIDC_CLIENT_ID.');
  return createOpenidProvider({ issuer, clientId, clientSecret, name });
}

/** @returns undefined without a mail server */
export function openMailer({ mail }: Config, urls: PublicUrls): SendMail | undefined {
  if (mail.smtpUrl === undefined) return undefined;
  return createSmtpMailer(mail.smtpUrl, () => mail.smtpFrom ?? `imgd@${new URL(urls.baseUrl).hostname}`);
}

/** Opens tracing where the settings ask for it. */
export function openLoggedTracing(config: Config, version: string, logger: Log): Promise<Tracing | undefined> {
  return openTracing(config.tracing, version, (error) => {
    if (error === undefined) logger.info('the collector takes traces again');
    else logger.warn({ err: error }, 'the collector takes no traces: they are dropped');
  });
}

/** Probes for the health of the service. Each failure has a line in the log. */
export function openWriteProbes(
  { db, clock, blobs }: Pick<ProbeDeps, 'db' | 'clock' | 'blobs'>,
  tempDir: string,
  logger: Pick<Log, 'warn'>,
): WriteProbes {
  const onFailure = (part: string, error: unknown) => logger.warn({ part, err: error }, 'a part cannot be written');
  return createWriteProbes({ db, clock, blobs, tempDir, onFailure });
}
