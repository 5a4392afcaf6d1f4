import { requireKeptImage } from '../../actions/images/get-image.ts';
import { decideOnImages } from '../../actions/moderation/decide-on-images.ts';
import { requireAccount } from '../../actions/moderation/suspend-account.ts';
import { IdParams, PageQuery } from '../../api/envelope.ts';
import {
  type ImageCase,
  MAX_COUNTED,
  ModerationBodies,
  ModerationResponses,
  type ReportedImage,
  ReportsQuery,
  type Uploader,
} from '../../api/moderation.ts';
import { type AdministeredAccount, countWaiting, findAllAdministered } from '../../catalog/accounts/administered.ts';
import { findImages, findStoredImages, listImages } from '../../catalog/images/image-lists.ts';
import type { ImageRecord } from '../../catalog/images/images.ts';
import { countDuplicates } from '../../catalog/moderation/blocks.ts';
import {
  countReportedImages,
  listReportedImages,
  type ReportSummary,
  summarizeReports,
} from '../../catalog/moderation/reported-images.ts';
import { countJobs } from '../../catalog/operations/jobs.ts';
import { readPage } from '../../core/cursor.ts';
import { timestamp } from '../../core/time.ts';
import { eachView } from '../images/bulk-view.ts';
import { endPage, pageOf } from '../images/images.ts';
import { counted, success } from '../protocol/success.ts';
import type { App } from '../routing/app-type.ts';
import { route } from '../routing/route.ts';
import type { AdminDeps } from './accounts.ts';
import { moderatedImageView, reportOfImageView } from './moderation.ts';

/** What an administrator wants to know about an image before a decision. */
type Case = Omit<ImageCase, 'open_reports'>;

/** Reports of an image that a list contains in full. */
const LATEST_REPORTS = 5;

/** /admin/reported-images and /admin/attention: the reports of each image together, and decisions on many images. */
export function adminReportedImageRoutes(api: App, deps: AdminDeps): void {
  route(api, {
    method: 'GET',
    path: '/admin/reported-images',
    operationId: 'listReportedImages',
    summary: 'Reported images with their reports, those reported last first',
    tag: 'Administration',
    access: 'admin',
    query: ReportsQuery,
    answer: ModerationResponses.reportedImages,
    async handler(request, reply) {
      const { state: given = 'open' } = request.query;
      const state = given === 'all' ? undefined : given;
      const page = await readPage(
        { secret: deps.cursorSecret, scope: ['reported-images', given], ...pageOf(request.query) },
        (after, limit) => listReportedImages(deps.db, state, after, limit),
        ({ id, value }) => ({ id, value }),
      );
      const ids = page.items.map(({ imageId }) => imageId);
      const summaries = await summarizeReports(deps.db, ids, state, LATEST_REPORTS);
      const found = await findStoredImages(deps.db, ids, deps.clock.now());
      const cases = new Map((await casesOf(deps, found)).map((one) => [one.image.id, one]));
      const images = ids.flatMap((id) => {
        const summary = summaries.get(id);
        return summary === undefined ? [] : [reportedImageView(id, summary, cases.get(id))];
      });
      return success({ images, ...endPage(deps, request, reply, page) }, counted(images.length, 'image'));
    },
  });

  route(api, {
    method: 'POST',
    path: '/admin/reports/resolve',
    operationId: 'resolveReports',
    summary: 'Decide on all open reports of several images',
    tag: 'Administration',
    access: 'admin',
    body: ModerationBodies.decide,
    answer: ModerationResponses.decided,
    isIdempotent: true,
    errors: ['IMAGE_NOT_FOUND', 'REPORT_NOT_FOUND', 'REPORT_RESOLVED'],
    async handler(request) {
      const { image_ids: ids, action, note = null } = request.body;
      const outcomes = await decideOnImages(deps, request.caller.accountId, ids, { action, note });
      const data = eachView(outcomes, (state) => ({ state }));
      return success(data, `${data.succeeded} of ${data.total} images decided`);
    },
  });

  route(api, {
    method: 'GET',
    path: '/admin/attention',
    operationId: 'getAttention',
    summary: 'How much waits for an administrator',
    tag: 'Administration',
    access: 'admin',
    counted: false,
    answer: ModerationResponses.attention,
    async handler() {
      const [reported, { dead }, waiting] = await Promise.all([
        countReportedImages(deps.db, MAX_COUNTED),
        countJobs(deps.db),
        countWaiting(deps.db),
      ]);
      const attention = { reported_images: reported, dead_jobs: dead, waiting_accounts: waiting };
      return success(attention, counted(reported, 'reported image'));
    },
  });
}

/** Images with their uploader and copies: for a decision, and those of an account. */
export function adminImageCaseRoutes(api: App, deps: AdminDeps): void {
  route(api, {
    method: 'GET',
    path: '/admin/images/:id',
    operationId: 'getImageAsAdmin',
    summary: 'An image, in quarantine or not, with its uploader and the number of its copies',
    tag: 'Administration',
    access: 'admin',
    params: IdParams,
    answer: ModerationResponses.imageCase,
    errors: ['IMAGE_NOT_FOUND'],
    async handler({ params }) {
      const image = await requireKeptImage(deps, params.id);
      const [found] = await casesOf(deps, [image]);
      const reports = await summarizeReports(deps.db, [image.id], 'open', 0);
      const openReports = reports.get(image.id)?.reports ?? 0;
      return success({ ...(found as Case), open_reports: openReports }, 'Image found');
    },
  });

  route(api, {
    method: 'GET',
    path: '/admin/accounts/:id/images',
    operationId: 'listImagesOfAccount',
    summary: 'The images of an account, the newest first, in quarantine or not',
    tag: 'Administration',
    access: 'admin',
    params: IdParams,
    query: PageQuery,
    answer: ModerationResponses.accountImages,
    errors: ['ACCOUNT_NOT_FOUND'],
    async handler(request, reply) {
      const { id } = await requireAccount(deps.db, request.params.id);
      const now = deps.clock.now();
      const page = await readPage(
        { secret: deps.cursorSecret, scope: ['account-images', id], ...pageOf(request.query) },
        (after, limit) =>
          listImages(deps.db, { accountId: id, albumId: undefined, order: 'newest' }, after, now, limit),
        ({ id: imageId, value }) => ({ id: imageId, value }),
      );
      const found = await findImages(
        deps.db,
        page.items.map((item) => item.id),
        now,
      );
      const images = found.map((image) => moderatedImageView(image, deps.imageHost));
      return success({ images, ...endPage(deps, request, reply, page) }, counted(images.length, 'image'));
    },
  });
}

async function casesOf(deps: AdminDeps, images: readonly ImageRecord[]): Promise<Case[]> {
  const accountIds = [...new Set(images.flatMap(({ account_id: id }) => id ?? []))];
  const accounts = await findAllAdministered(deps.db, accountIds);
  const uploaders = new Map(accounts.map((account) => [account.id, uploaderView(account)]));
  const cases: Case[] = [];
  for (const image of images) {
    const uploader = image.account_id === null ? null : (uploaders.get(image.account_id) ?? null);
    const copies = await countDuplicates(deps.db, image, MAX_COUNTED);
    cases.push({ image: moderatedImageView(image, deps.imageHost), uploader, copies });
  }
  return cases;
}

function uploaderView({ id, email, name, suspendedAt, images }: AdministeredAccount): Uploader {
  return { id, email, name, suspended: suspendedAt !== null, images };
}

/** @param found undefined when the image no longer exists */
function reportedImageView(id: string, summary: ReportSummary, found: Case | undefined): ReportedImage {
  return {
    image_id: id,
    image: found?.image ?? null,
    uploader: found?.uploader ?? null,
    copies: found?.copies ?? 0,
    reports: summary.reports,
    reasons: summary.reasons,
    first_reported_at: timestamp(summary.firstAt),
    last_reported_at: timestamp(summary.lastAt),
    latest: summary.latest.map(reportOfImageView),
  };
}
