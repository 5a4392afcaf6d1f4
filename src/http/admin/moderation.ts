import { requireStoredImage } from '../../actions/images/get-image.ts';
import { quarantineImage, releaseFromQuarantine } from '../../actions/moderation/quarantine-image.ts';
import { resolveReport } from '../../actions/moderation/report-image.ts';
import { removeBlock, takeDownImage } from '../../actions/moderation/take-down-image.ts';
import { IdParams, PageQuery } from '../../api/envelope.ts';
import {
  type BlockInfo,
  type ModeratedImage,
  ModerationBodies,
  ModerationResponses,
  Picture,
  type QuarantinedImage,
  type ReportInfo,
  type ReportOfImage,
  ReportsQuery,
} from '../../api/moderation.ts';
import { findStoredImages } from '../../catalog/images/image-lists.ts';
import type { ImageRecord } from '../../catalog/images/images.ts';
import { type BlockRecord, listBlocks } from '../../catalog/moderation/blocks.ts';
import { listQuarantine } from '../../catalog/moderation/quarantine.ts';
import { listReports, type ReportRecord } from '../../catalog/moderation/reports.ts';
import { readPage } from '../../core/cursor.ts';
import { linksOf } from '../../core/links.ts';
import { timestamp, timestampOrNull } from '../../core/time.ts';
import { openPrivately, type Part } from '../delivery/representation.ts';
import { endPage, pageOf } from '../images/images.ts';
import { counted, success } from '../protocol/success.ts';
import type { App } from '../routing/app-type.ts';
import { route } from '../routing/route.ts';
import type { AdminDeps } from './accounts.ts';

/** /admin/reports: lists and resolves the reports of visitors. */
export function adminReportRoutes(api: App, deps: AdminDeps): void {
  async function views(reports: readonly ReportRecord[]): Promise<ReportInfo[]> {
    const ids = [...new Set(reports.map((report) => report.image_id))];
    const images = new Map((await findStoredImages(deps.db, ids, deps.clock.now())).map((image) => [image.id, image]));
    return reports.map((report) => reportView(report, images.get(report.image_id), deps.imageHost));
  }

  route(api, {
    method: 'GET',
    path: '/admin/reports',
    operationId: 'listReports',
    summary: 'Reports, the newest first',
    tag: 'Administration',
    access: 'admin',
    query: ReportsQuery,
    answer: ModerationResponses.reports,
    async handler(request, reply) {
      const { state = 'open' } = request.query;
      const page = await readPage(
        { secret: deps.cursorSecret, scope: ['reports', state], ...pageOf(request.query) },
        (after, limit) => listReports(deps.db, state === 'all' ? undefined : state, after, limit),
        ({ id, created_at }) => ({ id, value: created_at }),
      );
      const reports = await views(page.items);
      return success({ reports, ...endPage(deps, request, reply, page) }, counted(reports.length, 'report'));
    },
  });

  route(api, {
    method: 'POST',
    path: '/admin/reports/:id/resolve',
    operationId: 'resolveReport',
    summary: 'Decide on all open reports of the image',
    tag: 'Administration',
    access: 'admin',
    params: IdParams,
    body: ModerationBodies.resolve,
    answer: ModerationResponses.report,
    isIdempotent: true,
    errors: ['IMAGE_NOT_FOUND', 'REPORT_NOT_FOUND', 'REPORT_RESOLVED'],
    async handler(request) {
      const { action, note = null } = request.body;
      const report = await resolveReport(deps, request.caller.accountId, request.params.id, { action, note });
      const [view] = await views([report]);
      return success(view as ReportInfo, 'Report resolved');
    },
  });
}

/** @param image undefined when it no longer exists */
function reportView(report: ReportRecord, image: ImageRecord | undefined, imageHost: string): ReportInfo {
  return {
    ...reportOfImageView(report),
    image: image === undefined ? null : moderatedImageView(image, imageHost),
    image_id: report.image_id,
  };
}

export function reportOfImageView(report: ReportRecord): ReportOfImage {
  const { resolved_by: by, resolver_email: email } = report;
  return {
    id: report.id,
    reason: report.reason,
    comment: report.comment,
    email: report.email,
    created_at: timestamp(report.created_at),
    state: report.state,
    resolved_at: timestampOrNull(report.resolved_at),
    resolved_by: by === null ? null : { id: by, email },
    note: report.note,
  };
}

/** Lists images in quarantine, quarantines and releases images. Only administrators see an image in quarantine. */
export function adminQuarantineRoutes(api: App, deps: AdminDeps): void {
  route(api, {
    method: 'GET',
    path: '/admin/quarantine',
    operationId: 'listQuarantine',
    summary: 'Images in quarantine, the latest first',
    tag: 'Administration',
    access: 'admin',
    query: PageQuery,
    answer: ModerationResponses.quarantine,
    async handler(request, reply) {
      const page = await readPage(
        { secret: deps.cursorSecret, scope: ['quarantine'], ...pageOf(request.query) },
        (after, limit) => listQuarantine(deps.db, after, deps.clock.now(), limit),
        ({ id, quarantined_at }) => ({ id, value: quarantined_at ?? 0 }),
      );
      const images = page.items.map((image) => quarantinedView(image, deps.imageHost));
      return success({ images, ...endPage(deps, request, reply, page) }, counted(images.length, 'image'));
    },
  });

  route(api, {
    method: 'POST',
    path: '/admin/images/:id/quarantine',
    operationId: 'quarantineImage',
    summary: 'Hide an image from everybody but administrators',
    tag: 'Administration',
    access: 'admin',
    params: IdParams,
    body: ModerationBodies.quarantine,
    answer: ModerationResponses.quarantined,
    isIdempotent: true,
    errors: ['IMAGE_NOT_FOUND'],
    async handler(request) {
      const { caller, params, body } = request;
      const image = await quarantineImage(deps, caller.accountId, params.id, body.reason ?? null);
      return success(quarantinedView(image, deps.imageHost), 'Image in quarantine');
    },
  });

  route(api, {
    method: 'POST',
    path: '/admin/images/:id/release',
    operationId: 'releaseImage',
    summary: 'Show an image in quarantine to everybody again',
    tag: 'Administration',
    access: 'admin',
    params: IdParams,
    answer: ModerationResponses.released,
    isIdempotent: true,
    errors: ['IMAGE_NOT_FOUND'],
    async handler(request) {
      const { id } = request.params;
      await releaseFromQuarantine(deps, request.caller.accountId, id);
      return success({ id, released: true }, 'Image released');
    },
  });
}

/** @param image in quarantine */
function quarantinedView(image: ImageRecord, imageHost: string): QuarantinedImage {
  return {
    ...moderatedImageView(image, imageHost),
    quarantined_at: timestamp(image.quarantined_at ?? 0),
    cause: image.quarantine_cause ?? 'administrator',
    reason: image.quarantine_reason,
  };
}

/** /admin/images: takes images down, and sends their bytes even in quarantine. */
export function adminImageRoutes(api: App, deps: AdminDeps): void {
  route(api, {
    method: 'POST',
    path: '/admin/images/:id/takedown',
    operationId: 'takeDownImage',
    summary: 'Remove an image and its duplicates, and block the picture',
    tag: 'Administration',
    access: 'admin',
    params: IdParams,
    body: ModerationBodies.takedown,
    answer: ModerationResponses.takenDown,
    isIdempotent: true,
    errors: ['IMAGE_NOT_FOUND'],
    async handler(request) {
      const { id } = request.params;
      const { reason, block = true } = request.body;
      const takedown = { actorId: request.caller.accountId, reason, block };
      const { copies, blockId } = await takeDownImage(deps, id, takedown);
      const taken = copies.length;
      return success({ id, taken_down: taken, block_id: blockId }, `${counted(taken, 'image')} taken down`);
    },
  });
  bytesRoute(api, deps, 'original', 'getOriginalAsAdmin');
  bytesRoute(api, deps, 'thumbnail', 'getThumbnailAsAdmin');
}

function bytesRoute(api: App, deps: AdminDeps, part: Part, operationId: string): void {
  route(api, {
    method: 'GET',
    path: `/admin/images/:id/${part}`,
    operationId,
    summary: `The ${part} of an image, in quarantine or not`,
    tag: 'Administration',
    access: 'admin',
    params: IdParams,
    answers: { 200: Picture },
    errors: ['IMAGE_NOT_FOUND', 'THUMBNAIL_NOT_FOUND', 'STORAGE_UNAVAILABLE'],
    async handler({ params, caller }, reply) {
      const { headers, body } = await openPrivately(deps, () => requireStoredImage(deps, params.id), part, caller);
      return reply.headers(headers).send(body);
    },
  });
}

/** /admin/blocks: lists and removes blocks, which refuse uploads of pictures that were taken down. */
export function adminBlockRoutes(api: App, deps: AdminDeps): void {
  route(api, {
    method: 'GET',
    path: '/admin/blocks',
    operationId: 'listBlocks',
    summary: 'Blocked pictures, the newest block first',
    tag: 'Administration',
    access: 'admin',
    query: PageQuery,
    answer: ModerationResponses.blocks,
    async handler(request, reply) {
      const page = await readPage(
        { secret: deps.cursorSecret, scope: ['blocks'], ...pageOf(request.query) },
        (after, limit) => listBlocks(deps.db, after, limit),
        ({ id, created_at }) => ({ id, value: created_at }),
      );
      const blocks = page.items.map(blockView);
      return success({ blocks, ...endPage(deps, request, reply, page) }, counted(blocks.length, 'block'));
    },
  });

  route(api, {
    method: 'DELETE',
    path: '/admin/blocks/:id',
    operationId: 'deleteBlock',
    summary: 'Allow uploads of a blocked picture again',
    tag: 'Administration',
    access: 'admin',
    params: IdParams,
    answer: ModerationResponses.unblocked,
    errors: ['BLOCK_NOT_FOUND'],
    async handler({ caller, params: { id } }) {
      await removeBlock(deps, caller.accountId, id);
      return success({ id, unblocked: true }, 'Block removed');
    },
  });
}

function blockView(block: BlockRecord): BlockInfo {
  return {
    id: block.id,
    image_id: block.image_id,
    sha256: block.stored_sha256,
    uploaded_sha256: block.uploaded_sha256,
    perceptual_hash: block.perceptual_hash,
    reason: block.reason,
    created_at: timestamp(block.created_at),
    created_by: block.created_by === null ? null : { id: block.created_by, email: block.creator_email },
  };
}

/** An image in lists for administrators. */
export function moderatedImageView(image: ImageRecord, imageHost: string): ModeratedImage {
  return {
    id: image.id,
    filename: image.filename,
    format: image.format,
    width: image.width,
    height: image.height,
    size: image.size_bytes,
    links: linksOf(imageHost, image.id, image.format),
    uploaded_at: timestamp(image.uploaded_at),
    account_id: image.account_id,
    quarantined: image.quarantined_at !== null,
    views: image.views,
  };
}
