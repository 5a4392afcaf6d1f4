import type { WorkChallenges } from '../../actions/moderation/create-work-challenges.ts';
import type { HealthDeps } from '../../actions/operations/check-health.ts';
import { ChallengeQuery, type PlanInfo, ServiceResponses, type Usage } from '../../api/service.ts';
import { type AccountStorage, storageOf } from '../../catalog/images/images.ts';
import { quotaKey } from '../../core/caller.ts';
import type { InputFormat } from '../../core/formats.ts';
import type { PublicUrls, VariantPreset } from '../../core/links.ts';
import type { Plan, Plans } from '../../core/plans.ts';
import type { RegistrationMode } from '../../core/states.ts';
import { defaultExpiryHours, timestamp } from '../../core/time.ts';
import type { IdentityProvider } from '../../identity/port.ts';
import type { Clock } from '../../lib/clock.ts';
import { type FixedWindow, WINDOW_SECONDS } from '../../limits/limits.ts';
import { quotaView, resetSeconds } from '../guards/quota.ts';
import { success } from '../protocol/success.ts';
import type { App } from '../routing/app-type.ts';
import { route } from '../routing/route.ts';
import { MAX_TEXT_FIELDS } from '../upload/multipart.ts';
import { maxFormBytes } from '../upload/upload.ts';

/** Limits on every picture, whatever the plan. */
type PictureLimits = Pick<
  Usage['limits'],
  'max_pixels_in_memory' | 'max_side' | 'max_frames' | 'max_total_pixels' | 'max_scans'
>;

/** Dependencies of the endpoints about the service itself. */
export interface ServiceDeps extends PublicUrls, HealthDeps {
  clock: Clock;
  plans: Plans;
  quota: FixedWindow;
  /** Accepted formats. */
  formats: readonly InputFormat[];
  /** Whether descriptive metadata stays in the stored image. */
  keepMetadata: boolean;
  maxExpiryHours: number;
  maxAlbumLength: number;
  pictureLimits: PictureLimits;
  /** Total size of the images of one account; 0 = no limit. */
  maxAccountBytes: number;
  trashDays: number;
  /** Of the operator. */
  variantPresets: readonly VariantPreset[];
  registration: RegistrationMode;
  registrationDomains: readonly string[];
  anonymousUploads: 'on' | 'off';
  workChallenges: WorkChallenges;
  /** undefined where no provider is configured. */
  identityProvider: IdentityProvider | undefined;
  /** Whether password resets can be sent by mail. */
  sendsMail: boolean;
  version: string;
  /** Whether the service is shutting down and accepts no new work. */
  isDraining(): boolean;
}

const NO_STORAGE: AccountStorage = { images: 0, albums: 0, bytes: 0, trash: { images: 0, bytes: 0 } };

/** /usage: the caller's limits and usage. /plans: all plans. */
export function usageRoutes(api: App, deps: ServiceDeps): void {
  route(api, {
    method: 'GET',
    path: '/usage',
    operationId: 'getUsage',
    summary: "The caller's limits and usage",
    tag: 'Limits',
    access: 'any',
    counted: false,
    answer: ServiceResponses.usage,
    async handler({ caller }) {
      const { plan } = caller;
      const now = deps.clock.now();
      const isAccount = caller.kind === 'account';
      const storage = isAccount ? await storageOf(deps.db, caller.accountId, now) : NO_STORAGE;
      return success(
        {
          plan: plan.name,
          authenticated: isAccount,
          rate_limit: await rateLimit(deps, plan, quotaKey(caller), now),
          limits: {
            max_file_size: plan.maxFileBytes,
            max_files_per_bulk: plan.maxBulkFiles,
            ...expiryLimits(deps, plan),
            max_album_length: deps.maxAlbumLength,
            max_pixels: plan.maxPixels,
            ...deps.pictureLimits,
            max_bulk_bytes: maxFormBytes(plan, plan.maxBulkFiles),
            max_text_fields: MAX_TEXT_FIELDS,
            max_storage: storageLimit(deps, plan),
            trash_days: deps.trashDays,
            accepted_formats: [...deps.formats],
            keeps_metadata: deps.keepMetadata,
          },
          storage,
        },
        'Current usage',
      );
    },
  });

  route(api, {
    method: 'GET',
    path: '/plans',
    operationId: 'listPlans',
    summary: 'Plans and their limits',
    tag: 'Limits',
    access: 'public',
    answer: ServiceResponses.plans,
    async handler() {
      return success(
        { plans: Object.values(deps.plans).map((plan) => planView(deps, plan)) },
        'Plans and their limits',
      );
    },
  });
}

async function rateLimit({ quota }: ServiceDeps, plan: Plan, key: string, now: number): Promise<Usage['rate_limit']> {
  const fixed = { policy: 'hourly', window_seconds: WINDOW_SECONDS } as const;
  const limit = plan.requestsPerHour;
  if (limit === null) return { ...fixed, limit, used: 0, remaining: null, reset_at: null, retry_after: 0 };
  const view = quotaView(limit, await quota.peek(key));
  const { used, remaining, secondsLeft } = view;
  const reset_at = timestamp(resetSeconds(view, now) * 1_000);
  return { ...fixed, limit, used, remaining, reset_at, retry_after: remaining === 0 ? secondsLeft : 0 };
}

function expiryLimits({ maxExpiryHours: most }: ServiceDeps, plan: Plan) {
  return {
    max_expiry_hours: Math.min(plan.maxExpiryHours ?? most, most),
    default_expiry_hours: defaultExpiryHours(plan, most),
    permanent: plan.maxExpiryHours === undefined,
  };
}

/** @returns bytes; null = unlimited */
function storageLimit({ maxAccountBytes }: ServiceDeps, plan: Plan): number | null {
  return (plan.storageBytes ?? maxAccountBytes) || null;
}

function planView(deps: ServiceDeps, plan: Plan): PlanInfo {
  return {
    name: plan.name,
    requests_per_hour: plan.requestsPerHour,
    max_file_size: plan.maxFileBytes,
    max_files_per_bulk: plan.maxBulkFiles,
    max_pixels: plan.maxPixels,
    // Images without an account are bounded only together.
    max_storage: plan.name === 'anonymous' ? null : storageLimit(deps, plan),
    ...expiryLimits(deps, plan),
  };
}

const WORK_PLACES = ['registration', 'uploads'] as const;

/** /site: the features of this server. /challenge: a proof of work. / of the API: its name, version and links. */
export function siteRoutes(api: App, deps: ServiceDeps): void {
  route(api, {
    method: 'GET',
    path: '/site',
    operationId: 'getSite',
    summary: 'Features of this server: registration, ways to sign in, host of the images',
    tag: 'Service',
    access: 'public',
    counted: false,
    ignoresCookie: true,
    answer: ServiceResponses.site,
    async handler() {
      const site = {
        name: 'imgd',
        version: deps.version,
        registration: deps.registration,
        registration_domains: deps.registrationDomains.slice(),
        anonymous_uploads: deps.anonymousUploads,
        challenge: WORK_PLACES.filter((place) => deps.workChallenges.isRequired(place)),
        oidc: deps.identityProvider === undefined ? null : { name: deps.identityProvider.name },
        password_reset: deps.sendsMail ? 'mail' : 'none',
        image_host: deps.imageHost,
        presets: deps.variantPresets.map((preset) => ({ ...preset })),
      } as const;
      return success(site, 'Features of this server');
    },
  });

  route(api, {
    method: 'GET',
    path: '/challenge',
    operationId: 'getChallenge',
    summary: 'A proof-of-work challenge, for registration and uploads without an account',
    tag: 'Service',
    access: 'public',
    query: ChallengeQuery,
    answer: ServiceResponses.challenge,
    async handler({ query }) {
      const { challenge, uses, expiresAt } = await deps.workChallenges.issue(query.for);
      const required = deps.workChallenges.isRequired(query.for);
      return success({ challenge, required, uses, expires_at: timestamp(expiresAt) }, 'Challenge');
    },
  });

  route(api, {
    method: 'GET',
    path: '/',
    operationId: 'getService',
    summary: 'Name, version and links',
    tag: 'Service',
    access: 'public',
    answer: ServiceResponses.root,
    async handler() {
      const service = {
        name: 'imgd',
        version: deps.version,
        openapi: `${deps.baseUrl}/api/v1/openapi.json`,
        docs: `${deps.baseUrl}/docs`,
        health: `${deps.baseUrl}/api/v1/health`,
      };
      return success(service, 'imgd, an image hosting service');
    },
  });
}
