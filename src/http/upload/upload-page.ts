import type { FastifyReply, FastifyRequest } from 'fastify';
import { identifyCaller } from '../../actions/accounts/identify-caller.ts';
import type { Image } from '../../actions/upload/commit-images.ts';
import { type Outcome, openBatch } from '../../actions/upload/upload-images.ts';
import type { Caller } from '../../core/caller.ts';
import { AppError, type ErrorCode } from '../../core/errors.ts';
import { type InputFormat, isInputFormat } from '../../core/formats.ts';
import { parseImageOptions } from '../../core/image-texts.ts';
import { linksOf } from '../../core/links.ts';
import { cleanFilename } from '../../core/names.ts';
import type { Plan } from '../../core/plans.ts';
import { callerAddress } from '../../limits/caller-address.ts';
import type { AuthDeps } from '../guards/auth.ts';
import { type LoadSheddingDeps, takeUploadSlot } from '../guards/load-shedding.ts';
import { countRequest } from '../guards/quota.ts';
import { requireSolution } from '../guards/require-solution.ts';
import { fileName, type Html, html } from '../pages/html.ts';
import { type Page, type PageDeps, sendPage, textsFor } from '../pages/page.ts';
import type { Texts } from '../pages/texts.ts';
import type { App } from '../routing/app-type.ts';
import { readUploadForm } from './multipart.ts';
import { maxFormBytes, requireUploader, storeFiles, type UploadRouteDeps } from './upload.ts';
import { MAX_SKIPPED_FILES, refuseLongBulk } from './upload-bulk.ts';

type UploadPageDeps = UploadRouteDeps & PageDeps & AuthDeps & LoadSheddingDeps & { anonymousUploads: 'on' | 'off' };

/** What the form says about the files that it takes. */
interface Accepted {
  formats: readonly InputFormat[];
  plan: Plan;
}

const EXPIRIES = [
  ['0', 'never'],
  ['1', 'hour'],
  ['24', 'day'],
  ['168', 'week'],
  ['720', 'month'],
] as const;

/** Names as people write them, where they differ from those of the API. */
const NAMES: Partial<Record<InputFormat, string>> = { WEBP: 'WebP', JXL: 'JPEG XL' };
const namesOf = (formats: readonly InputFormat[]) => formats.map((name) => NAMES[name] ?? name).join(', ');

/** The form to upload images without JavaScript. @param problem with the last attempt, in words */
export function uploadFormPage({ formats, plan }: Accepted, texts: Texts, problem?: string): Page {
  const { t, size } = texts;
  const limits = { formats: namesOf(formats), size: size(plan.maxFileBytes), files: plan.maxBulkFiles ?? 0 };
  return {
    texts,
    title: t('pages-upload-heading'),
    head: null,
    body: html`<div class="notice">
<h1>${t('pages-upload-heading')}</h1>
${problem === undefined ? null : html`<p class="report-problem" role="alert">${problem}</p>`}
<form class="report" method="post" action="/upload" enctype="multipart/form-data">
<label>${t('pages-upload-files')}
<input type="file" name="files" accept="image/*" multiple required></label>
<p class="hint">${plan.maxBulkFiles === null ? t('pages-upload-up-to-any', limits) : t('pages-upload-up-to', limits)}</p>
<label>${t('pages-upload-expiry')}
<select name="expiry">${EXPIRIES.map(([hours, name]) => html`<option value="${hours}">${t(`pages-owner-expiry-${name}`)}</option>`)}</select></label>
<p class="choices"><button class="button" type="submit">${t('pages-upload-send')}</button></p>
<p class="hint">${t('pages-upload-anonymous')}</p>
</form>
</div>`,
  };
}

/** A file of the form: its image, or the reason why there is none. */
interface UploadedFile {
  name: string;
  outcome: Outcome<Image>;
}

/** The result of an upload: the links of each image, or the reason why it was refused. */
export function uploadedPage(
  files: readonly UploadedFile[],
  accepted: Accepted,
  imageHost: string,
  texts: Texts,
): Page {
  const { t } = texts;
  const failed = files.filter(({ outcome }) => outcome instanceof AppError).length;
  const count = files.length - failed;
  const heading =
    failed === 0
      ? t('pages-uploaded-heading', { count })
      : count === 0
        ? t('pages-uploaded-failed', { count: failed })
        : t('pages-uploaded-some', { count, failed });
  return {
    texts,
    title: heading,
    head: html`<meta name="robots" content="noindex">`,
    body: html`<div class="notice uploaded">
<h1>${heading}</h1>
${count === 0 ? null : html`<p>${t('pages-uploaded-keep')}</p>`}
${files.map((file, i) => uploadedFile(file, i, accepted, imageHost, texts))}
<p class="choices"><a class="button" href="/upload">${t('pages-uploaded-more')}</a></p>
</div>`,
  };
}

const FIRST_LINKS = ['direct', 'view_page'] as const;
const OTHER_LINKS = ['thumbnail', 'html', 'markdown', 'bbcode'] as const;

function uploadedFile(
  { name, outcome }: UploadedFile,
  index: number,
  accepted: Accepted,
  imageHost: string,
  texts: Texts,
): Html {
  const { t } = texts;
  if (outcome instanceof AppError) {
    return html`<section class="uploaded-file"><h2>${fileName(name)}</h2><p class="report-problem">${problemOf(outcome, accepted, texts)}</p></section>
`;
  }
  const links = linksOf(imageHost, outcome.id, outcome.format, outcome.alt);
  const field = (key: string, label: string, value: string, hint: Html | null = null) => {
    const id = `${key}-${index}`;
    return html`<div class="field"><label for="${id}">${label}</label><input id="${id}" type="text" readonly dir="ltr" value="${value}">${hint}</div>
`;
  };
  const fields = (names: readonly (keyof typeof links)[]) =>
    names.map((key) => field(key, t(`pages-link-${key.replace('_', '-')}`), links[key]));
  return html`<section class="uploaded-file">
<img src="${links.thumbnail}" alt="" width="${outcome.thumbnail_width}" height="${outcome.thumbnail_height}">
<h2><a href="${links.view_page}">${fileName(outcome.filename)}</a></h2>
${fields(FIRST_LINKS)}${field('delete', t('pages-uploaded-delete-link'), `${imageHost}/image/${outcome.id}/delete/${outcome.deleteToken}`, html`<p class="hint">${t('pages-uploaded-delete-hint')}</p>`)}
<details><summary>${t('pages-uploaded-all-links')}</summary>${fields(OTHER_LINKS)}</details>
</section>
`;
}

const PROBLEMS: Partial<Record<ErrorCode, string>> = {
  MISSING_FILE: 'missing-file',
  EMPTY_FILE: 'empty-file',
  INVALID_FILE_TYPE: 'file-type',
  INVALID_IMAGE: 'unreadable',
  IMAGE_DIMENSIONS_EXCEEDED: 'pixels',
  FILE_TOO_LARGE: 'too-large',
  TOO_MANY_FILES: 'too-many',
  CONTENT_REFUSED: 'refused',
  CONTENT_BLOCKED: 'refused',
  STORAGE_UNAVAILABLE: 'storage',
  SERVICE_UNAVAILABLE: 'busy',
};

function problemOf({ code, details }: AppError, { formats, plan }: Accepted, { t, size }: Texts): string {
  const accepted = Array.isArray(details?.accepted) ? details.accepted.filter(isInputFormat) : formats;
  return t(`pages-problem-${PROBLEMS[code] ?? 'other'}`, {
    formats: namesOf(accepted),
    size: size(plan.maxFileBytes),
    files: plan.maxBulkFiles ?? 0,
  });
}

const options = {
  schema: { hide: true },
  onSend: async (_request: unknown, reply: FastifyReply) => {
    reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  },
};

/**
 * GET and POST of /upload: uploading without JavaScript. The caller is always anonymous, whatever cookie or key the
 * request has, so that a form on another website cannot upload in somebody's name. Such a form is refused all the same:
 * it would use up the visitor's requests.
 */
export function uploadPageRoutes(site: App, deps: UploadPageDeps): void {
  site.decorateRequest('uploadSlot', undefined);
  const accepted: Accepted = {
    formats: deps.formats,
    get plan() {
      return deps.plans.anonymous;
    },
  };
  /** The form says beforehand what it would be refused for. */
  const formPage = (texts: Texts): Page => {
    const needsSolution = deps.workChallenges.isRequired('uploads');
    const refusal = deps.anonymousUploads === 'off' ? 'off' : needsSolution ? 'challenge' : undefined;
    return uploadFormPage(accepted, texts, refusal && texts.t(`pages-upload-${refusal}`));
  };
  site.get('/upload', { ...options, config: { page: true } }, async (request, reply) =>
    sendPage(reply, formPage(textsFor(deps, request)), deps),
  );

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { 'sec-fetch-site': fetchSite = 'none' } = request.headers;
    if (fetchSite !== 'same-origin' && fetchSite !== 'none') throw new AppError('FORBIDDEN');
    takeUploadSlot(deps.loadShedder, request, reply);
    const caller = await anonymousCaller(deps, request);
    await countRequest(deps, caller, reply);
    await requireSolution(deps, 'uploads', request);
    await refuseLongBulk({ caller, headers: request.headers });
  }

  site.post('/upload', { ...options, config: { page: true, form: {} }, onRequest: admit }, async (request, reply) => {
    const texts = textsFor(deps, request);
    try {
      const files = await storeForm(deps, request, await anonymousCaller(deps, request));
      const refusals = files.flatMap(({ outcome }) => (outcome instanceof AppError ? outcome : []));
      for (const { code } of refusals) deps.statistics.countRefusal(code);
      if (refusals.length === files.length) reply.code(refusals[0]?.status ?? 400);
      return sendPage(reply, uploadedPage(files, accepted, deps.imageHost, texts), deps);
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 400) throw error;
      return sendPage(reply.code(400), uploadFormPage(accepted, texts, problemOf(error, accepted, texts)), deps);
    }
  });
}

function anonymousCaller(deps: AuthDeps, { ip }: FastifyRequest): Promise<Caller> {
  return identifyCaller(deps, undefined, callerAddress(ip));
}

/** Stores the files of a form. @throws AppError as `readUploadForm`, INVALID_EXPIRY, STORAGE_UNAVAILABLE */
async function storeForm(deps: UploadPageDeps, request: FastifyRequest, caller: Caller): Promise<UploadedFile[]> {
  const { plan } = caller;
  await using batch = await openBatch(deps, { caller }, { isBulk: true });
  const fields = await readUploadForm(request, {
    fileField: 'files',
    isUpload: (name) => name === 'files',
    textFields: ['expiry'],
    maxFiles: plan.maxBulkFiles,
    maxBytes: maxFormBytes(plan, plan.maxBulkFiles),
    maxSkippedBytes: plan.maxFileBytes * MAX_SKIPPED_FILES,
    onFile: batch.receive,
  });
  await requireUploader(deps, caller);
  const options = { caller, ...parseImageOptions(fields, deps, plan), atomic: false };
  const outcomes = await storeFiles(deps, request, batch, options);
  return outcomes.map((outcome, i) => ({ name: cleanFilename(batch.files[i]?.filename, 'bin'), outcome }));
}
